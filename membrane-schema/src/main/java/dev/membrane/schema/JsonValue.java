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
   * @throws IllegalArgumentException {@code value.list[2]: not a JSON value: <class>} for anything
   *     else, for NaN and the infinities, and for more than {@value Limits#MAX_NESTING} levels
   */
  static JsonValue of(@Nullable Object value) {
    return of(value, Path.of("value"), 0);
  }

  private static JsonValue of(@Nullable Object value, Path place, int depth) {
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
      return number(number, place);
    }
    if (value instanceof Boolean truth) {
      return new JsonBoolean(truth);
    }
    if (value instanceof Map<?, ?> map) {
      return object(map, place, deeper(place, depth));
    }
    if (value instanceof List<?> list) {
      return array(list, place, deeper(place, depth));
    }
    throw refused(place, "not a JSON value: " + value.getClass().getName());
  }

  private static JsonNumber number(Number number, Path place) {
    String text = number.toString();
    if (!JsonNumber.isLiteral(text)) {
      throw refused(place, "not a JSON number: " + text);
    }
    return new JsonNumber(text);
  }

  private static JsonObject object(Map<?, ?> map, Path place, int depth) {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!(entry.getKey() instanceof String name)) {
        throw refused(place, "not the name of a JSON member: " + entry.getKey());
      }
      members.put(name, of(entry.getValue(), place.member(name), depth));
    }
    return new JsonObject(members);
  }

  private static JsonArray array(List<?> list, Path place, int depth) {
    List<JsonValue> items = new ArrayList<>();
    for (Object item : list) {
      items.add(of(item, place.item(items.size()), depth));
    }
    return new JsonArray(items);
  }

  private static int deeper(Path place, int depth) {
    if (depth == Limits.MAX_NESTING) {
      throw refused(place, Limits.NESTING_TEXT);
    }
    return depth + 1;
  }

  private static IllegalArgumentException refused(Path place, String why) {
    return new IllegalArgumentException(place + ": " + why);
  }
}
