package dev.membrane.chat;

import dev.membrane.schema.Limits;
import java.util.stream.IntStream;

/**
 * Texts of users, models and tools as a memory takes them. No record and no question holds a NUL or
 * half of a character; U+FFFD takes the place of each.
 */
public final class MessageText {

  private static final int REPLACEMENT = 0xFFFD;

  private MessageText() {}

  /** All of a text. */
  public static String storable(String text) {
    return joined(text.codePoints());
  }

  /**
   * The beginning of a text, as long as a question or a summary may be: {@value Limits#MAX_TEXT}
   * code points.
   */
  public static String searchable(String text) {
    return joined(text.codePoints().limit(Limits.MAX_TEXT));
  }

  private static String joined(IntStream codePoints) {
    return codePoints
        .map(one -> isRefused(one) ? REPLACEMENT : one)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** Whether no record holds it: a NUL, or half of a character. */
  static boolean isRefused(int codePoint) {
    return codePoint == 0 || Character.getType(codePoint) == Character.SURROGATE;
  }
}
