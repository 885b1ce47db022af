package dev.membrane.mcp;

import dev.membrane.TokenEstimate;

/**
 * Limits the texts that a model gets, since every token costs money and takes room in its context.
 */
final class TextLimit {

  /** The most tokens of an answer, whatever is asked for and whatever is stored. */
  static final int MOST_TOKENS = 20_000;

  /**
   * The most tokens of whatever a tool answers; the ids in an answer may exceed what was asked for.
   */
  static final int MOST_ANSWERED = 24_000;

  /** The most tokens of what is said of a request that cannot be answered. */
  static final int MOST_REFUSED = 500;

  private static final String CUT = "\n(truncated)";

  private TextLimit() {}

  /** The text, or its beginning and that it is cut, in at most so many tokens and a few. */
  static String cut(String text, int mostTokens) {
    if (TokenEstimate.of(text) <= mostTokens) {
      return text;
    }
    int fits = 0;
    int tooLong = text.length();
    while (fits + 1 < tooLong) {
      int middle = (fits + tooLong) >>> 1;
      if (TokenEstimate.of(text.substring(0, middle)) <= mostTokens) {
        fits = middle;
      } else {
        tooLong = middle;
      }
    }
    boolean isHalfPair = fits > 0 && Character.isHighSurrogate(text.charAt(fits - 1));
    return text.substring(0, isHalfPair ? fits - 1 : fits) + CUT;
  }
}
