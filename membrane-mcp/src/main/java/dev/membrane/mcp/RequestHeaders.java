package dev.membrane.mcp;

import dev.membrane.schema.JsonObject;
import dev.membrane.server.HeaderText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The headers that repeat parts of a message over HTTP. On standard input these parts are in the
 * message alone.
 */
final class RequestHeaders {

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
      headers.put(Revisions.VERSION_HEADER, HeaderText.encoded(stateless.get()));
      headers.put(Revisions.METHOD_HEADER, HeaderText.encoded(message.method()));
      Revisions.named(message)
          .ifPresent(name -> headers.put(Revisions.NAME_HEADER, HeaderText.encoded(name)));
    } else if (!session.isEmpty()) {
      headers.put(Revisions.VERSION_HEADER, session);
    }
    return headers;
  }

  /** The revision that an answer to an initialization agrees on. */
  static Optional<String> agreed(JsonObject answer) {
    return MessageFields.object(answer, "result")
        .flatMap(result -> MessageFields.text(result, "protocolVersion"));
  }
}
