package dev.membrane.schema;

import java.util.Map;

/**
 * A JSON object.
 *
 * @param members the members in the order given; unmodifiable
 */
public record JsonObject(Map<String, JsonValue> members) implements JsonValue {

  public JsonObject {
    members = Components.optionalMap("members", members);
  }
}
