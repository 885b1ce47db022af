package dev.membrane.server;

import java.util.Set;

/**
 * Answers the requests for one path of the HTTP server, besides the API. The {@link Gate} has
 * already admitted the caller by the bearer key of the request. Thread-safe.
 */
public interface HttpEndpoint {

  /** The whole path, such as {@code /mcp}. */
  String path();

  /** The methods of HTTP that it answers; to others the server says that they are not allowed. */
  Set<String> methods();

  /** The headers of a request that it reads, in lower case. */
  default Set<String> headers() {
    return Set.of();
  }

  /**
   * Answers a request. What it throws is answered as the failure of a call is, in JSON.
   *
   * @param request whose body, if it has one, is JSON by its header
   */
  HttpAnswer answer(HttpRequest request);

  /**
   * The server listens, and will answer.
   *
   * @param at with the port that was bound
   */
  default void opened(ListenAddress at) {}

  /** The server has ended: it answers no more, and its memory is closed. */
  default void closed() {}
}
