package dev.membrane.server;

import dev.membrane.schema.ValidationException;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

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
   *
   * @param name in lower case
   * @param decoding how its value is read
   * @return empty if it is not there
   * @throws ValidationException if its value is blank
   */
  public Optional<String> narrowingHeader(String name, UnaryOperator<String> decoding) {
    Optional<String> value = header(name).map(decoding);
    if (value.filter(String::isBlank).isPresent()) {
      throw ValidationException.worded(name, name + " must not be empty");
    }
    return value;
  }
}
