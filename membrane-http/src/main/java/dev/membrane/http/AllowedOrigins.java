package dev.membrane.http;

import dev.membrane.protocol.CallCode;
import dev.membrane.server.HttpEndpoint;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/** The web pages that may call from a browser; none, unless they are named. Immutable. */
final class AllowedOrigins {

  private static final String METHODS = "GET, POST, DELETE";
  private static final List<String> HEADERS =
      List.of(
          "authorization",
          "content-type",
          "x-request-id",
          "traceparent",
          "tracestate",
          "connect-protocol-version",
          "connect-timeout-ms");
  private static final String SHOWN = "x-request-id, retry-after, www-authenticate";
  private static final long REMEMBERED_SECONDS = 600;

  private final Set<String> origins;
  private final String headers;

  /**
   * Pages by their origins.
   *
   * @param endpoints which read headers of their own
   */
  AllowedOrigins(Set<String> origins, List<HttpEndpoint> endpoints) {
    this.origins = origins;
    this.headers =
        Stream.concat(HEADERS.stream(), endpoints.stream().flatMap(it -> it.headers().stream()))
            .distinct()
            .collect(Collectors.joining(", "));
  }

  /**
   * Lets a request pass, or not, and tells the browser who may read the answer.
   *
   * @throws HttpRefusal if it comes from another page
   */
  void check(Request request, HttpFields.Mutable answer) {
    String origin = request.getHeaders().get(HttpHeader.ORIGIN);
    if (origin == null || isOwn(origin, request)) {
      return;
    }
    if (!origins.contains(origin.toLowerCase(Locale.ROOT))) {
      throw new HttpRefusal(
          Statuses.FORBIDDEN,
          CallCode.PERMISSION_DENIED,
          "pages of that origin may not call; http_origins names those that may");
    }
    answer.put(HttpHeader.ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    answer.put(HttpHeader.VARY, HttpHeader.ORIGIN.asString());
    answer.put(HttpHeader.ACCESS_CONTROL_EXPOSE_HEADERS, SHOWN);
  }

  /** Of a page that came from this server itself, whose names were checked already. */
  private static boolean isOwn(String origin, Request request) {
    String scheme = request.isSecure() ? "https://" : "http://";
    return origin.equals(scheme + request.getHeaders().get(HttpHeader.HOST));
  }

  /** Whether a browser asks what it may ask, of a page that was let pass. */
  static boolean isPreflight(Request request) {
    HttpFields headers = request.getHeaders();
    return request.getMethod().equals("OPTIONS")
        && headers.contains(HttpHeader.ORIGIN)
        && headers.contains(HttpHeader.ACCESS_CONTROL_REQUEST_METHOD);
  }

  /** Tells the browser what it may ask. */
  void answerPreflight(HttpFields.Mutable answer) {
    answer.put(HttpHeader.ACCESS_CONTROL_ALLOW_METHODS, METHODS);
    answer.put(HttpHeader.ACCESS_CONTROL_ALLOW_HEADERS, headers);
    answer.put(HttpHeader.ACCESS_CONTROL_MAX_AGE, REMEMBERED_SECONDS);
  }
}
