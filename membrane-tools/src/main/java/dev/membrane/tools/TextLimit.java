package dev.membrane.tools;

import dev.membrane.TokenEstimate;
import dev.membrane.schema.Limits;
import java.util.List;
import java.util.stream.Collectors;

/** Bounds the texts that a model gets, since it pays for them by the token. */
public final class TextLimit {

  /** The most tokens that a model can ask for. */
  static final int MAX_TOKENS = 20_000;

  /**
   * The most tokens of whatever a tool answers; the ids in an answer may exceed what was asked for.
   */
  static final int MAX_ANSWERED = 24_000;

  private static final String CUT = "\n(truncated)";

  private static final int MAX_NAMED = 10;
  private static final int MAX_NAME_LENGTH = 100;

  private TextLimit() {}

  /** The first of some names, such as ids, on one line. */
  static String named(List<String> names) {
    String first =
        names.stream()
            .limit(MAX_NAMED)
            .map(name -> Limits.beginning(name, MAX_NAME_LENGTH))
            .collect(Collectors.joining(", "));
    return names.size() > MAX_NAMED ? first + ", ..." : first;
  }

  /** The text, or its beginning and that it is cut, in at most so many tokens and a few. */
  public static String cutToTokens(String text, int mostTokens) {
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
    return Limits.beginning(text, fits) + CUT;
  }
}
