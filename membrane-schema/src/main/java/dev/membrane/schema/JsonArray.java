package dev.membrane.schema;

import java.util.List;

/**
 * A JSON array.
 *
 * @param items the elements in order; unmodifiable
 */
public record JsonArray(List<JsonValue> items) implements JsonValue {

  public JsonArray {
    items = Components.optionalList("items", items);
  }

  /** The JSON text. */
  @Override
  public String toString() {
    return JsonPrinter.of(this);
  }
}
