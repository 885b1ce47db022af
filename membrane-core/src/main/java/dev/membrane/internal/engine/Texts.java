package dev.membrane.internal.engine;

import dev.membrane.schema.Limits;
import dev.membrane.schema.ValidationException;

/** The rules that every text must follow, so that every store can hold it and search for it. */
public final class Texts {

  private Texts() {}

  /**
   * Checks a text of a request.
   *
   * @throws ValidationException if it is longer than a text may be or holds what none may hold
   */
  public static void check(String field, String text) {
    Limits.checkText(field, text);
    checkCharacters(field, text);
  }

  /**
   * Checks a text that may be of any length.
   *
   * @throws ValidationException if it holds what none may hold
   */
  public static void checkCharacters(String field, String text) {
    if (text.indexOf(0) >= 0) {
      throw new ValidationException(field, "must not contain NUL");
    }
    if (text.codePoints().anyMatch(Texts::isLoneSurrogate)) {
      throw new ValidationException(field, "must not contain an unpaired surrogate");
    }
  }

  /**
   * A text that was put together from callers' words, cut after the most that a record may hold.
   */
  public static String bounded(String text) {
    boolean fits = text.codePointCount(0, text.length()) <= Limits.MAX_TEXT;
    return fits ? text : text.substring(0, text.offsetByCodePoints(0, Limits.MAX_TEXT));
  }

  private static boolean isLoneSurrogate(int codePoint) {
    return Character.getType(codePoint) == Character.SURROGATE;
  }
}
