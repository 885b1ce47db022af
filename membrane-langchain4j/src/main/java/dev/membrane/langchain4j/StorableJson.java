package dev.membrane.langchain4j;

import dev.membrane.chat.MessageText;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;

/** JSON of tools as a memory takes it, every text and name in it by {@link MessageText}. */
final class StorableJson {

  private StorableJson() {}

  static JsonValue of(JsonValue value) {
    if (value instanceof JsonString text) {
      return new JsonString(MessageText.storable(text.value()));
    }
    if (value instanceof JsonArray array) {
      return new JsonArray(array.items().stream().map(item -> of(item)).toList());
    }
    return value instanceof JsonObject object ? of(object) : value;
  }

  static JsonObject of(JsonObject object) {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    object.members().forEach((name, member) -> members.put(MessageText.storable(name), of(member)));
    return new JsonObject(members);
  }
}
