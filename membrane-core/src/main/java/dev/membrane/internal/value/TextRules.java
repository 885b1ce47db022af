package dev.membrane.internal.value;

import dev.membrane.schema.Limits;

/** The rules that every text must follow, so that every store can hold it and search for it. */
public final class TextRules {

  private TextRules() {}

  /**
   * Checks a text of a request.
   *
   * @throws dev.membrane.schema.ValidationException if it is longer than a text may be or holds
   *     what none may hold
   */
  public static void check(String field, String text) {
    Limits.checkText(field, text);
    Limits.checkCharacters(field, text);
  }

  /**
   * A text that was put together from callers' words, cut after the most that a record may hold.
   */
  public static String bounded(String text) {
    boolean fits = text.codePointCount(0, text.length()) <= Limits.MAX_TEXT;
    return fits ? text : text.substring(0, text.offsetByCodePoints(0, Limits.MAX_TEXT));
  }
}
