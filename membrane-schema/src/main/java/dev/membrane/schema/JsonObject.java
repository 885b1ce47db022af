package dev.membrane.schema;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object.
 *
 * @param members the members in the order given; unmodifiable
 */
public record JsonObject(Map<String, JsonValue> members) implements JsonValue {

  public JsonObject {
    members = Components.optionalMap("members", members);
  }

  /** The value of a member; null: there is none. */
  public @Nullable JsonValue get(String name) {
    return members.get(name);
  }

  /** The JSON text. */
  @Override
  public String toString() {
    return JsonPrinter.of(this);
  }
}
