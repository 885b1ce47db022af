package dev.membrane.http;

import dev.membrane.protocol.CallCode;
import dev.membrane.protocol.MembraneCalls;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** Says whether a request can be read, by its path and its headers. */
final class CallHeaders {

  private static final Pattern TWO_WAYS = Pattern.compile(";|/\\.{1,2}(?:/|$)");

  private CallHeaders() {}

  /**
   * Checks what a call's headers say of its body.
   *
   * @throws HttpRefusal if it cannot be read
   */
  static void check(Request request, Target target) {
    boolean hasBody =
        request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
    String type = target.bodyType();
    if (type != null && hasBody && !type.equals(mediaType(request))) {
      throw new HttpRefusal(
          Statuses.UNSUPPORTED_TYPE,
          CallCode.INVALID_ARGUMENT,
          "send the header 'content-type: " + type + "'");
    }
    if (names(request, HttpHeader.TRANSFER_ENCODING, "chunked")) {
      throw new HttpRefusal(
          Statuses.NOT_IMPLEMENTED,
          CallCode.UNIMPLEMENTED,
          "send the body with no other transfer-encoding than chunked");
    }
    if (names(request, HttpHeader.CONTENT_ENCODING, "identity")) {
      throw new HttpRefusal(
          Statuses.UNSUPPORTED_TYPE, CallCode.UNIMPLEMENTED, "send the body without an encoding");
    }
    if (request.getLength() > MembraneCalls.MAX_REQUEST_BYTES
        && !(target instanceof StreamTarget)) {
      throw BodyReader.tooLarge();
    }
  }

  /**
   * Refuses a path that another reader may take for a different one. The web server has removed
   * what is of this kind from the path that is served, except what it refuses itself.
   *
   * @throws HttpRefusal if a segment of the path is {@code .} or {@code ..}, or has parameters
   */
  static void checkPath(Request request) {
    String path = request.getHttpURI().getPath();
    if (path != null && TWO_WAYS.matcher(path).find()) {
      throw new HttpRefusal(
          Statuses.BAD_REQUEST, CallCode.INVALID_ARGUMENT, "the path can be read in two ways");
    }
  }

  /** Whether a header, which is a list, names something else than what is understood. */
  private static boolean names(Request request, HttpHeader header, String understood) {
    // Jetty's parser of lists throws at an open quote.
    return request.getHeaders().getValuesList(header).stream()
        .flatMap(value -> Arrays.stream(value.split(",", -1)))
        .map(String::strip)
        .anyMatch(one -> !one.isEmpty() && !one.equalsIgnoreCase(understood));
  }

  /** The type of the body without its parameters, in small letters; null if none is given. */
  static @Nullable String mediaType(Request request) {
    String type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
    // Jetty's parser answers null to an empty value, and throws at an open quote.
    return type == null ? null : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }
}
