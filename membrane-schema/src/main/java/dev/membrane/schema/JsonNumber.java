package dev.membrane.schema;

import java.util.regex.Pattern;

/**
 * A JSON number, kept as it is written: {@code 1.00} stays {@code 1.00}, and a long row of digits
 * keeps all of them.
 *
 * @param text the number as a JSON literal
 */
public record JsonNumber(String text) implements JsonValue {

  private static final Pattern LITERAL =
      Pattern.compile("-?(?:0|[1-9][0-9]*+)(?:\\.[0-9]++)?(?:[eE][+-]?[0-9]++)?");

  /**
   * Checks the literal.
   *
   * @throws IllegalArgumentException if the text is no JSON number
   */
  public JsonNumber {
    text = Components.present("text", text);
    if (!LITERAL.matcher(text).matches()) {
      throw new IllegalArgumentException("not a JSON number");
    }
  }

  /** The value as the nearest double; infinite if it is too large for one. */
  public double doubleValue() {
    return Double.parseDouble(text);
  }
}
