package dev.membrane.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Free-form JSON, exactly as it was given: nulls, empties, the order of members and the text of
 * numbers are kept. Immutable; two objects are equal whatever the order of their members, two
 * numbers if they are written alike.
 */
public sealed interface JsonValue
    permits JsonObject, JsonArray, JsonString, JsonNumber, JsonBoolean, JsonNull {

  /**
   * The JSON for a plain Java value: a string, number, boolean, map with string keys, list, null, a
   * {@code JsonValue}, or any nesting of these.
   *
   * @throws IllegalArgumentException for anything else, for NaN and the infinities, and for more
   *     than {@value Limits#MAX_NESTING} levels
   */
  static JsonValue of(@Nullable Object value) {
    return of(value, 0);
  }

  private static JsonValue of(@Nullable Object value, int depth) {
    if (value == null) {
      return JsonNull.NULL;
    }
    if (value instanceof JsonValue json) {
      return json;
    }
    if (value instanceof String text) {
      return new JsonString(text);
    }
    if (value instanceof Number number) {
      return new JsonNumber(number.toString());
    }
    if (value instanceof Boolean truth) {
      return new JsonBoolean(truth);
    }
    if (value instanceof Map<?, ?> map) {
      return object(map, deeper(depth));
    }
    if (value instanceof List<?> list) {
      return array(list, deeper(depth));
    }
    throw new IllegalArgumentException("not a JSON value: " + value.getClass().getName());
  }

  private static JsonObject object(Map<?, ?> map, int depth) {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!(entry.getKey() instanceof String name)) {
        throw new IllegalArgumentException("not the name of a JSON member: " + entry.getKey());
      }
      members.put(name, of(entry.getValue(), depth));
    }
    return new JsonObject(members);
  }

  private static JsonArray array(List<?> list, int depth) {
    List<JsonValue> items = new ArrayList<>();
    for (Object item : list) {
      items.add(of(item, depth));
    }
    return new JsonArray(items);
  }

  private static int deeper(int depth) {
    if (depth == Limits.MAX_NESTING) {
      throw new IllegalArgumentException(Limits.NESTING_TEXT);
    }
    return depth + 1;
  }
}
