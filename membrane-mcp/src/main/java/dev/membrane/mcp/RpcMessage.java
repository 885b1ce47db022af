package dev.membrane.mcp;

import dev.membrane.protocol.ScalarMember;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A message of JSON-RPC 2.0 that came in.
 *
 * @param id null: a notification, or the answer to a request, neither of which is answered
 * @param method empty: an answer
 * @param params empty if there are none
 */
record RpcMessage(@Nullable JsonValue id, String method, JsonObject params) {

  private static final RecordCodec CODEC = new RecordCodec();

  /** A whole pair is a character of another category. */
  private static final Pattern HALF_A_PAIR = Pattern.compile("\\p{Cs}");

  private static final JsonObject NONE = new JsonObject(Map.of());

  /**
   * Reads a message.
   *
   * @throws RpcException if it is none, with the id of the message if that can be read
   */
  static RpcMessage read(byte[] body) {
    JsonValue json = parsed(body);
    if (json instanceof JsonArray batch) {
      throw RpcException.batch(batch);
    }
    if (!(json instanceof JsonObject message)) {
      throw RpcException.invalidRequest(null, "a message must be one JSON object");
    }
    JsonValue id = id(message);
    if (!MessageFields.text(message, "jsonrpc").orElse("").equals("2.0")) {
      throw RpcException.invalidRequest(id, "jsonrpc must be \"2.0\"");
    }
    boolean isAnswer = message.members().containsKey("result") || hasError(message);
    if (isAnswer && !message.members().containsKey("method")) {
      return new RpcMessage(null, "", NONE);
    }
    String method =
        MessageFields.text(message, "method")
            .orElseThrow(() -> RpcException.invalidRequest(id, "method must be a text"));
    return new RpcMessage(id, method, params(message, id));
  }

  private static boolean hasError(JsonObject message) {
    return message.members().containsKey("error");
  }

  private static JsonValue parsed(byte[] body) {
    String text = text(body);
    try {
      return CODEC.parseRequest("message", text);
    } catch (ValidationException noJson) {
      throw RpcException.unreadable(
          ScalarMember.in(text, "id"), String.valueOf(noJson.getMessage()));
    }
  }

  private static String text(byte[] body) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
      // Some hosts on Windows begin what they write with a byte order mark.
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException malformed) {
      throw RpcException.unreadable(null, "the message is not UTF-8");
    }
  }

  /**
   * A message as text. Half a surrogate pair, of which an id may consist and which has no UTF-8, is
   * escaped.
   */
  static String written(JsonValue message) {
    return HALF_A_PAIR
        .matcher(CODEC.write(message))
        .replaceAll(half -> "\\\\u" + Integer.toHexString(half.group().charAt(0)));
  }

  private static @Nullable JsonValue id(JsonObject message) {
    JsonValue id = message.get("id");
    if (id == null || id instanceof JsonString || id instanceof JsonNumber) {
      return id;
    }
    throw RpcException.invalidRequest(null, "id must be a text or a number");
  }

  /** Some clients write null where they have none. */
  private static JsonObject params(JsonObject message, @Nullable JsonValue id) {
    JsonValue params = message.get("params");
    if (params == null || params instanceof JsonNull) {
      return NONE;
    }
    if (params instanceof JsonObject object) {
      return object;
    }
    throw RpcException.invalidRequest(id, "params must be an object");
  }

  /** Whether it wants an answer. */
  boolean isRequest() {
    return id != null;
  }

  /** What is said besides the parameters; empty if nothing is. */
  JsonObject meta() {
    return MessageFields.object(params, "_meta").orElse(NONE);
  }
}
