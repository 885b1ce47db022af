package dev.membrane.retrieve;

import dev.membrane.schema.Limits;
import dev.membrane.schema.ValidationException;

/** What any text of a request has to keep, so that every store can be asked for it. */
final class Texts {

  private Texts() {}

  static void check(String field, String text) {
    Limits.checkText(field, text);
    if (text.indexOf(0) >= 0) {
      throw new ValidationException(field, "must not contain NUL");
    }
    if (text.codePoints().anyMatch(Texts::isLoneSurrogate)) {
      throw new ValidationException(field, "must not contain an unpaired surrogate");
    }
  }

  private static boolean isLoneSurrogate(int codePoint) {
    return Character.getType(codePoint) == Character.SURROGATE;
  }
}
