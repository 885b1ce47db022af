package dev.membrane.schema;

/**
 * A JSON boolean.
 *
 * @param value the truth value
 */
public record JsonBoolean(boolean value) implements JsonValue {
  /** The JSON text. */
  @Override
  public String toString() {
    return String.valueOf(value);
  }
}
