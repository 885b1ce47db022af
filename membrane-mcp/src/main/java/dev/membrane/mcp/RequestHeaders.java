package dev.membrane.mcp;

import dev.membrane.schema.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The headers that repeat parts of a message over HTTP. On standard input these parts are in the
 * message alone.
 */
final class RequestHeaders {

  private static final Pattern PLAIN = Pattern.compile("[!-~]|[!-~][ -~]*[!-~]");

  private RequestHeaders() {}

  /**
   * The headers of a message.
   *
   * @param session the revision that was agreed on by an initialization; empty: none was
   */
  static Map<String, String> of(RpcMessage message, String session) {
    Map<String, String> headers = new LinkedHashMap<>();
    Optional<String> stateless = Revisions.inBody(message);
    if (stateless.isPresent()) {
      headers.put(Revisions.VERSION_HEADER, coded(stateless.get()));
      headers.put(Revisions.METHOD_HEADER, coded(message.method()));
      Revisions.named(message).ifPresent(name -> headers.put(Revisions.NAME_HEADER, coded(name)));
    } else if (!session.isEmpty()) {
      headers.put(Revisions.VERSION_HEADER, session);
    }
    return headers;
  }

  /** What a header cannot hold as it is, or would be taken for coded, goes in Base64. */
  static String coded(String value) {
    boolean looksCoded =
        value.startsWith(Revisions.BASE64_BEGIN) && value.endsWith(Revisions.BASE64_END);
    return PLAIN.matcher(value).matches() && !looksCoded
        ? value
        : Revisions.BASE64_BEGIN
            + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))
            + Revisions.BASE64_END;
  }

  /** The revision that an answer to an initialization agrees on. */
  static Optional<String> agreed(JsonObject answer) {
    return MessageFields.object(answer, "result")
        .flatMap(result -> MessageFields.text(result, "protocolVersion"));
  }
}
