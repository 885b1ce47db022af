package dev.membrane.engine;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.HashMap;
import java.util.Map;

/**
 * One form for all JSON values that mean the same, for {@link Digest}: numbers by value, texts in
 * NFC, members in any order. Takes time in proportion to the value.
 */
public final class CanonicalJson {

  /** A longer exponent is kept as it is written; no number that means anything has one. */
  private static final int MAX_EXPONENT_DIGITS = 17;

  private CanonicalJson() {}

  /** The form of a value: of texts, lists and maps. */
  public static Object of(JsonValue value) {
    if (value instanceof JsonString text) {
      return "text:" + text(text.value());
    }
    if (value instanceof JsonNumber number) {
      return "number:" + number(number.text());
    }
    if (value instanceof JsonArray array) {
      return array.items().stream().map(CanonicalJson::of).toList();
    }
    return value instanceof JsonObject object ? members(object) : String.valueOf(value);
  }

  /** The form of a text. */
  public static String text(String text) {
    return Normalizer.normalize(text, Form.NFC);
  }

  /** Of two names that are written differently and mean the same, the second stays as it is. */
  private static Map<String, Object> members(JsonObject object) {
    Map<String, Object> members = new HashMap<>();
    object
        .members()
        .forEach(
            (name, value) -> {
              String canonical = text(name);
              members.put(members.containsKey(canonical) ? name : canonical, of(value));
            });
    return members;
  }

  /** The digits without zeros around them, and the power of ten that they are multiplied by. */
  private static String number(String literal) {
    int e = Math.max(literal.indexOf('e'), literal.indexOf('E'));
    String mantissa = e < 0 ? literal : literal.substring(0, e);
    String exponent = e < 0 ? "0" : exponent(literal.substring(e + 1));
    boolean isNegative = mantissa.startsWith("-");
    int point = mantissa.indexOf('.');
    int decimals = point < 0 ? 0 : mantissa.length() - point - 1;
    String digits = mantissa.replace("-", "").replace(".", "");
    int from = 0;
    while (from < digits.length() && digits.charAt(from) == '0') {
      from++;
    }
    int to = digits.length();
    while (to > from && digits.charAt(to - 1) == '0') {
      to--;
    }
    if (from == to) {
      return "0";
    }
    if (exponent.length() > MAX_EXPONENT_DIGITS) {
      return literal;
    }
    long power = Long.parseLong(exponent) - decimals + (digits.length() - to);
    return (isNegative ? "-" : "") + digits.substring(from, to) + "e" + power;
  }

  /** Without a plus and without leading zeros. */
  private static String exponent(String written) {
    boolean isNegative = written.startsWith("-");
    int from = isNegative || written.startsWith("+") ? 1 : 0;
    while (from < written.length() - 1 && written.charAt(from) == '0') {
      from++;
    }
    return (isNegative ? "-" : "") + written.substring(from);
  }
}
