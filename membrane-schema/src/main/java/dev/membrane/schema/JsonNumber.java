package dev.membrane.schema;

import java.util.regex.Pattern;

/**
 * A JSON number, kept as it is written: {@code 1.00} stays {@code 1.00}, and no digit is lost.
 *
 * @param text the number as a JSON literal
 */
public record JsonNumber(String text) implements JsonValue {

  /** So many digits of an exponent are counted with. */
  private static final int COUNTED_DIGITS = 17;

  private static final Pattern LITERAL =
      Pattern.compile("-?(?:0|[1-9][0-9]*+)(?:\\.[0-9]++)?(?:[eE][+-]?[0-9]++)?");

  /**
   * Checks the literal.
   *
   * @throws IllegalArgumentException if the text is no JSON number
   */
  public JsonNumber {
    text = Components.present("text", text);
    if (!isLiteral(text)) {
      throw new IllegalArgumentException("not a JSON number");
    }
  }

  static boolean isLiteral(String text) {
    return isPlain(text) || LITERAL.matcher(text).matches();
  }

  /**
   * Whether it has digits only, as most numbers; to match a pattern takes several times as long.
   */
  private static boolean isPlain(String text) {
    for (int at = 0; at < text.length(); at++) {
      if (text.charAt(at) < '0' || text.charAt(at) > '9') {
        return false;
      }
    }
    return text.length() == 1 || (!text.isEmpty() && text.charAt(0) != '0');
  }

  /**
   * A text that two numbers share exactly if they have the same value, found in time that is linear
   * in the length of the literal: nothing is multiplied out. A number whose exponent has more than
   * {@value #COUNTED_DIGITS} digits shares it only with what is written alike.
   */
  String valueText() {
    int exponentAt = indexOfExponent();
    int sign = text.startsWith("-") ? 1 : 0;
    int point = text.indexOf('.');
    int fraction = point < 0 ? 0 : exponentAt - point - 1;
    String digits = text.substring(sign, exponentAt).replace(".", "");
    int first = 0;
    int end = digits.length();
    while (first < end && digits.charAt(first) == '0') {
      first++;
    }
    while (end > first && digits.charAt(end - 1) == '0') {
      end--;
    }
    if (first == end) {
      return "0";
    }
    String exponent = exponentDigits(exponentAt);
    if (exponent.length() > COUNTED_DIGITS) {
      return text;
    }
    long power = exponent.isEmpty() ? 0 : Long.parseLong(exponent);
    boolean isNegative = text.startsWith("-", exponentAt + 1);
    power = (isNegative ? -power : power) - fraction + digits.length() - end;
    return text.substring(0, sign) + digits.substring(first, end) + "e" + power;
  }

  /** Where the exponent begins; the end of the text if there is none. */
  private int indexOfExponent() {
    int at = Math.max(text.indexOf('e'), text.indexOf('E'));
    return at < 0 ? text.length() : at;
  }

  /** The digits of the exponent without its sign and leading zeros. */
  private String exponentDigits(int exponentAt) {
    int at = exponentAt;
    while (at < text.length() && "eE+-0".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return text.substring(at);
  }

  /** The value as the nearest double; infinite if it is too large for one. */
  public double doubleValue() {
    return Double.parseDouble(text);
  }

  /** The JSON text. */
  @Override
  public String toString() {
    return text;
  }
}
