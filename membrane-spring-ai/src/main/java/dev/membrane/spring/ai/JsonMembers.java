package dev.membrane.spring.ai;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the members of a JSON object; one of another kind than is asked for counts as missing. */
record JsonMembers(Map<String, JsonValue> members) {

  /**
   * The members of an object.
   *
   * @throws IllegalArgumentException if it is none
   */
  static JsonMembers of(JsonValue json) {
    if (json instanceof JsonObject object) {
      return new JsonMembers(object.members());
    }
    throw new IllegalArgumentException("not a message: " + json);
  }

  /** Adds a member unless it is empty. */
  static void put(Map<String, JsonValue> members, String name, JsonValue value) {
    boolean isEmpty =
        (value instanceof JsonArray array && array.items().isEmpty())
            || (value instanceof JsonObject object && object.members().isEmpty());
    if (!isEmpty) {
      members.put(name, value);
    }
  }

  @Nullable String text(String name) {
    return members.get(name) instanceof JsonString text ? text.value() : null;
  }

  /**
   * A text that has to be there.
   *
   * @throws IllegalArgumentException if it is missing
   */
  String required(String name) {
    String text = text(name);
    if (text == null) {
      throw new IllegalArgumentException("not a message, for it has no " + name);
    }
    return text;
  }

  Map<String, JsonValue> object(String name) {
    return members.get(name) instanceof JsonObject object ? object.members() : Map.of();
  }

  List<JsonValue> array(String name) {
    return members.get(name) instanceof JsonArray array ? array.items() : List.of();
  }
}
