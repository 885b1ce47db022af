package dev.membrane.schema;

/**
 * A JSON string.
 *
 * @param value the text, without quotes or escapes
 */
public record JsonString(String value) implements JsonValue {

  public JsonString {
    value = Components.present("value", value);
  }

  /** The JSON text. */
  @Override
  public String toString() {
    return JsonPrinter.of(this);
  }
}
