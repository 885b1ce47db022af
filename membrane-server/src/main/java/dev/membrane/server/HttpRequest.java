package dev.membrane.server;

import dev.membrane.schema.ValidationException;
import java.util.Map;
import java.util.Optional;

/**
 * A request to an {@link HttpEndpoint}.
 *
 * @param method of HTTP
 * @param headers those that the endpoint reads and that are there, by their names in lower case
 * @param body empty if there is none
 * @param admission who calls, and the memory as they see it
 */
@SuppressWarnings("ArrayRecordComponent") // bytes as they came; nobody compares requests
public record HttpRequest(
    String method, Map<String, String> headers, byte[] body, Admission admission) {

  /** Copies the headers. */
  public HttpRequest {
    headers = Map.copyOf(headers);
  }

  /** A header; empty if it is not there. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  /**
   * A header that narrows what a caller does, so that one without a value must not stand for all.
   * Its value may be any text, as {@link HeaderText} writes it.
   *
   * @param name in lower case
   * @return empty if it is not there
   * @throws ValidationException if its value is blank, or {@link HeaderText} cannot read it
   */
  public Optional<String> narrowingHeader(String name) {
    Optional<String> value = header(name).map(it -> HeaderText.decoded(name, it));
    if (value.filter(String::isBlank).isPresent()) {
      throw ValidationException.worded(name, name + " must not be empty");
    }
    return value;
  }
}
