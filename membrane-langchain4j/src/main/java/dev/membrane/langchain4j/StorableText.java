package dev.membrane.langchain4j;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a memory can hold of any text. A tool may print anything, but no record holds a NUL or half
 * of a character; a mark takes the place of each.
 */
final class StorableText {

  private static final int REPLACEMENT = 0xFFFD;

  private StorableText() {}

  static String of(String text) {
    return text.codePoints()
        .map(one -> isRefused(one) ? REPLACEMENT : one)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static boolean isRefused(int codePoint) {
    return codePoint == 0 || Character.getType(codePoint) == Character.SURROGATE;
  }

  /** The value with all texts and names in it changed likewise. */
  static JsonValue of(JsonValue value) {
    if (value instanceof JsonString text) {
      return new JsonString(of(text.value()));
    }
    if (value instanceof JsonArray array) {
      return new JsonArray(array.items().stream().map(item -> of(item)).toList());
    }
    return value instanceof JsonObject object ? of(object) : value;
  }

  static JsonObject of(JsonObject object) {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    object.members().forEach((name, member) -> members.put(of(name), of(member)));
    return new JsonObject(members);
  }
}
