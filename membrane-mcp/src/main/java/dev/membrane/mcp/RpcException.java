package dev.membrane.mcp;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.tools.TextLimit;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A message that is answered with an error of JSON-RPC. */
final class RpcException extends RuntimeException {

  static final int PARSE_ERROR = -32700;
  static final int INVALID_REQUEST = -32600;
  static final int METHOD_NOT_FOUND = -32601;
  static final int INVALID_PARAMS = -32602;
  static final int INTERNAL = -32603;

  /** What revisions before 2026-07-28 answer for a resource that is not there. */
  static final int RESOURCE_NOT_FOUND = -32002;

  static final int HEADER_MISMATCH = -32020;
  static final int UNSUPPORTED_VERSION = -32022;

  /** The most tokens of what is said of a request that cannot be answered. */
  static final int MAX_TOKENS = 500;

  private static final long serialVersionUID = 1L;

  private final int code;
  private final int status;
  private final transient @Nullable JsonObject data;
  private final transient @Nullable JsonValue id;

  /**
   * An error.
   *
   * @param code of JSON-RPC
   * @param status of HTTP
   */
  RpcException(int code, int status, String text) {
    this(code, status, text, null);
  }

  RpcException(int code, int status, String text, @Nullable JsonObject data) {
    this(code, status, text, data, null);
  }

  private RpcException(
      int code, int status, String text, @Nullable JsonObject data, @Nullable JsonValue id) {
    super(TextLimit.cutToTokens(text, MAX_TOKENS));
    this.code = code;
    this.status = status;
    this.data = data;
    this.id = id;
  }

  /**
   * A message is no JSON that this server reads.
   *
   * @param id of the message; null: it has none, or it could not be read
   */
  static RpcException unreadable(@Nullable JsonValue id, String text) {
    return new RpcException(PARSE_ERROR, 400, text, null, id);
  }

  /**
   * A message is not well formed.
   *
   * @param id of the message; of a batch, a list of those of its requests; null: it has none, or it
   *     could not be read
   */
  static RpcException invalidRequest(@Nullable JsonValue id, String text) {
    return new RpcException(INVALID_REQUEST, 400, text, null, id);
  }

  /** What is asked for cannot be, and the message itself is well formed. */
  static RpcException invalidParams(String text) {
    return new RpcException(INVALID_PARAMS, 200, text);
  }

  int code() {
    return code;
  }

  int status() {
    return status;
  }

  /**
   * The batch that this server does not take. Each request in it is answered, since its host waits.
   */
  static RpcException batch(JsonArray messages) {
    List<JsonValue> ids = messages.items().stream().flatMap(RpcException::idOfRequest).toList();
    return invalidRequest(
        ids.isEmpty() ? null : new JsonArray(ids),
        "a message must be one JSON object; batches are not taken");
  }

  private static Stream<JsonValue> idOfRequest(JsonValue message) {
    return message instanceof JsonObject object && object.members().containsKey("method")
        ? Stream.ofNullable(object.get("id"))
        : Stream.empty();
  }

  /** The whole answer to a message that could not be read, or only its id. */
  JsonValue toAnswer() {
    return id instanceof JsonArray ids
        ? new JsonArray(ids.items().stream().<JsonValue>map(this::toAnswer).toList())
        : toAnswer(id);
  }

  /**
   * The whole answer.
   *
   * @param request its id; null: it could not be read
   */
  JsonObject toAnswer(@Nullable JsonValue request) {
    MessageFields answer = new MessageFields().put("jsonrpc", "2.0");
    return (request == null ? answer : answer.put("id", request)).put("error", toJson()).build();
  }

  private JsonObject toJson() {
    MessageFields error = new MessageFields().put("code", code).put("message", getMessage());
    return (data == null ? error : error.put("data", data)).build();
  }

  /** Costs nothing: it is an answer, and the trace says nothing. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
