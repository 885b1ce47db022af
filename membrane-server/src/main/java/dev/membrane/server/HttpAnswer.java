package dev.membrane.server;

import java.util.Map;

/**
 * What an {@link HttpEndpoint} answers.
 *
 * @param status of HTTP
 * @param mediaType of the body; empty if there is none
 * @param body empty if there is none
 * @param headers besides those that every answer has
 */
@SuppressWarnings("ArrayRecordComponent") // bytes as they leave; nobody compares answers
public record HttpAnswer(int status, String mediaType, byte[] body, Map<String, String> headers) {

  /** Copies the headers. */
  public HttpAnswer {
    headers = Map.copyOf(headers);
  }

  /** An answer without headers of its own. */
  public HttpAnswer(int status, String mediaType, byte[] body) {
    this(status, mediaType, body, Map.of());
  }

  /** An answer without a body. */
  public static HttpAnswer empty(int status) {
    return new HttpAnswer(status, "", new byte[0]);
  }
}
