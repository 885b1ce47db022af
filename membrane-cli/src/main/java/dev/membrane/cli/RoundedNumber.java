package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** A measured number for a reader, who wants its first digits only. */
final class RoundedNumber {

  private static final int DIGITS = 3;

  /** A double has fewer; nothing longer is written out. */
  private static final int MAX_DIGITS = 400;

  private RoundedNumber() {}

  /** With three digits after the point, or, below 1, with the first three that are not 0. */
  static String of(JsonNode number) {
    BigDecimal exact = number.decimalValue();
    if (exact.scale() <= DIGITS || exact.scale() > MAX_DIGITS) {
      return number.asText();
    }
    BigDecimal rounded =
        exact.abs().compareTo(BigDecimal.ONE) < 0
            ? exact.round(new MathContext(DIGITS))
            : exact.setScale(DIGITS, RoundingMode.HALF_UP);
    return rounded.stripTrailingZeros().toPlainString();
  }
}
