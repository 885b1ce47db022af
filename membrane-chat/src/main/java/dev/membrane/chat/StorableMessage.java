package dev.membrane.chat;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.json.RecordCodec;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message as a member of data. A tool may print anything, but no record holds a NUL or half of a
 * character; a message that has one is kept as its JSON text, in which they are escaped.
 */
final class StorableMessage {

  private static final String MESSAGE = "message";
  private static final String TEXT = "message_json";

  private static final RecordCodec CODEC = new RecordCodec();

  private StorableMessage() {}

  static void put(JsonValue message, Map<String, JsonValue> members) {
    if (isStorable(message)) {
      members.put(MESSAGE, message);
    } else {
      members.put(TEXT, new JsonString(escaped(CODEC.write(message))));
    }
  }

  /** Null: there is none. */
  static @Nullable JsonValue of(Map<String, JsonValue> members) {
    return members.get(TEXT) instanceof JsonString text
        ? CODEC.parse(TEXT, text.value())
        : members.get(MESSAGE);
  }

  private static boolean isStorable(JsonValue value) {
    if (value instanceof JsonString text) {
      return isStorable(text.value());
    }
    if (value instanceof JsonArray array) {
      return array.items().stream().allMatch(item -> isStorable(item));
    }
    return !(value instanceof JsonObject object)
        || object.members().entrySet().stream()
            .allMatch(member -> isStorable(member.getKey()) && isStorable(member.getValue()));
  }

  private static boolean isStorable(String text) {
    return text.codePoints().noneMatch(MessageText::isRefused);
  }

  /** The writer escapes a NUL and leaves the half of a character as it is. */
  private static String escaped(String json) {
    StringBuilder text = new StringBuilder();
    json.codePoints()
        .forEach(
            one -> {
              if (MessageText.isRefused(one)) {
                text.append("\\u%04x".formatted(one));
              } else {
                text.appendCodePoint(one);
              }
            });
    return text.toString();
  }
}
