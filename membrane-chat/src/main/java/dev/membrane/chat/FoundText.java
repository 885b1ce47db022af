package dev.membrane.chat;

import dev.membrane.schema.Limits;

/** Words by which a message is found. The message itself is kept whole beside them. */
final class FoundText {

  private static final int REPLACEMENT = 0xFFFD;

  private FoundText() {}

  /** The beginning of a text, as long as a text may be, without what no text may hold. */
  static String of(String text) {
    return text.codePoints()
        .limit(Limits.MAX_TEXT)
        .map(one -> isRefused(one) ? REPLACEMENT : one)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** Whether no record holds it: a NUL, or half of a character. */
  static boolean isRefused(int codePoint) {
    return codePoint == 0 || Character.getType(codePoint) == Character.SURROGATE;
  }
}
