package dev.membrane.spring.ai;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Limits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AbstractMessage;

/**
 * Metadata of a message as JSON. Texts, truth values, whole and floating numbers, lists and maps
 * are what they are in JSON; what JSON has no word for is written with its {@link ExactType}, and
 * everything else as its text, which it then stays.
 */
final class MetadataJson {

  private static final String TYPE = "$type";
  private static final String VALUE = "value";
  private static final String MAP = "map";

  private MetadataJson() {}

  /** Writes metadata without the type of the message, which each message adds by itself. */
  static JsonObject write(Map<String, Object> metadata) {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    metadata.forEach(
        (name, value) -> {
          if (!name.equals(AbstractMessage.MESSAGE_TYPE)) {
            members.put(name, write(value, 0));
          }
        });
    return new JsonObject(members);
  }

  private static JsonValue write(@Nullable Object value, int depth) {
    if (depth > Limits.MAX_NESTING) {
      throw new IllegalArgumentException("metadata nests too deep");
    }
    if (value instanceof Map<?, ?> map) {
      return map(map, depth + 1);
    }
    if (value instanceof Collection<?> items) {
      List<JsonValue> written = new ArrayList<>();
      items.forEach(item -> written.add(write(item, depth + 1)));
      return new JsonArray(written);
    }
    if (isPlain(value)) {
      return JsonValue.of(value);
    }
    ExactType type = ExactType.of(value);
    return type == null ? new JsonString(String.valueOf(value)) : typed(type, value);
  }

  private static JsonValue map(Map<?, ?> map, int depth) {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    map.forEach((name, value) -> members.put(String.valueOf(name), write(value, depth)));
    JsonObject object = new JsonObject(members);
    return members.containsKey(TYPE) ? JsonValue.of(Map.of(TYPE, MAP, VALUE, object)) : object;
  }

  private static boolean isPlain(@Nullable Object value) {
    return value == null
        || value instanceof String
        || value instanceof Boolean
        || value instanceof Integer
        || (value instanceof Double number && Double.isFinite(number));
  }

  private static JsonValue typed(ExactType type, @Nullable Object value) {
    return JsonValue.of(Map.of(TYPE, type.wireName(), VALUE, String.valueOf(value)));
  }

  @SuppressWarnings("NullAway") // A value of metadata may be null, whatever its type says.
  static Map<String, Object> read(Map<String, JsonValue> members) {
    Map<String, Object> metadata = new HashMap<>();
    members.forEach((name, value) -> metadata.put(name, read(value)));
    return metadata;
  }

  private static @Nullable Object read(JsonValue value) {
    if (value instanceof JsonString text) {
      return text.value();
    }
    if (value instanceof JsonBoolean truth) {
      return truth.value();
    }
    if (value instanceof JsonNumber number) {
      return number(number.text());
    }
    if (value instanceof JsonArray array) {
      List<@Nullable Object> items = new ArrayList<>();
      array.items().forEach(item -> items.add(read(item)));
      return items;
    }
    return value instanceof JsonObject object ? object(object.members()) : null;
  }

  private static Object number(String text) {
    boolean isWhole = text.chars().allMatch(c -> c == '-' || Character.isDigit(c));
    return isWhole ? (Object) Integer.valueOf(text) : (Object) Double.valueOf(text);
  }

  private static Object object(Map<String, JsonValue> members) {
    if (!(members.get(TYPE) instanceof JsonString type)) {
      return read(members);
    }
    return members.get(VALUE) instanceof JsonObject map
        ? read(map.members())
        : ExactType.read(type.value(), new JsonMembers(members).required(VALUE));
  }
}
