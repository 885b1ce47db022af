package dev.membrane.mcp;

import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Collects and reads the members of JSON objects. Not thread-safe. */
final class MessageFields {

  /** An object without members. */
  static final JsonObject NONE = new JsonObject(Map.of());

  private static final String CURSOR = "cursor";

  private final Map<String, JsonValue> members = new LinkedHashMap<>();

  MessageFields() {}

  /** Begins with those of an object. */
  static MessageFields of(JsonObject object) {
    MessageFields members = new MessageFields();
    members.members.putAll(object.members());
    return members;
  }

  /** Sets a member to a plain Java value, as {@link JsonValue#of} takes them. */
  MessageFields put(String name, @Nullable Object value) {
    members.put(name, JsonValue.of(value));
    return this;
  }

  JsonObject build() {
    return new JsonObject(members);
  }

  /** The text of a member; empty if it is missing or no text. */
  static Optional<String> text(JsonObject object, String name) {
    return object.get(name) instanceof JsonString text
        ? Optional.of(text.value())
        : Optional.empty();
  }

  /**
   * A parameter that has to be there.
   *
   * @throws RpcException if it is missing or no text
   */
  static String required(JsonObject params, String name) {
    return text(params, name)
        .orElseThrow(() -> RpcException.invalidParams("params." + name + " must be a text"));
  }

  /**
   * The cursor of a list; empty: its first page.
   *
   * @throws RpcException if it is no text
   */
  static String cursor(JsonObject params) {
    JsonValue cursor = params.members().getOrDefault(CURSOR, JsonNull.NULL);
    return cursor instanceof JsonNull ? "" : required(params, CURSOR);
  }

  /** The object of a member; empty if it is missing or no object. */
  static Optional<JsonObject> object(JsonObject object, String name) {
    return object.get(name) instanceof JsonObject found ? Optional.of(found) : Optional.empty();
  }
}
