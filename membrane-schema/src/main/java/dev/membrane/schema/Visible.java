package dev.membrane.schema;

import java.lang.Character.UnicodeScript;
import java.util.EnumSet;
import java.util.Set;

/**
 * Checks for invisible characters. Two identifiers that look alike have to be equal, and a required
 * text has to say something, so neither may contain characters that nobody sees.
 */
public final class Visible {

  private static final int JOINER = 0x200D;
  private static final int NON_JOINER = 0x200C;
  private static final int TEXT_STYLE = 0xFE0E;
  private static final int EMOJI_STYLE = 0xFE0F;
  private static final int KEYCAP = 0x20E3;
  private static final int BRAILLE_BLANK = 0x2800;
  private static final int FIRST_PICTOGRAPH = 0xA9;
  private static final int LETTERLIKE_SYMBOLS = 0x2100;

  /** The scripts in which joining or not joining two letters is seen. */
  private static final Set<UnicodeScript> JOINING =
      EnumSet.of(
          UnicodeScript.ARABIC,
          UnicodeScript.SYRIAC,
          UnicodeScript.NKO,
          UnicodeScript.MONGOLIAN,
          UnicodeScript.DEVANAGARI,
          UnicodeScript.BENGALI,
          UnicodeScript.GURMUKHI,
          UnicodeScript.GUJARATI,
          UnicodeScript.ORIYA,
          UnicodeScript.TAMIL,
          UnicodeScript.TELUGU,
          UnicodeScript.KANNADA,
          UnicodeScript.MALAYALAM,
          UnicodeScript.SINHALA,
          UnicodeScript.KHMER,
          UnicodeScript.MYANMAR);

  private Visible() {}

  /** Whether a text is empty or has only white space of any script and invisible characters. */
  public static boolean isBlank(String text) {
    return text.codePoints().allMatch(c -> isSpace(c) || isUnseen(c));
  }

  /**
   * Checks a text that several callers use as a name: a scope, a tag, a thread, a key. It must not
   * be blank, if it is not empty, and must not contain a control character, a format character such
   * as those that turn the direction of reading, or another invisible character. Allowed where they
   * are visible: joiners within emoji and within words of scripts whose letters join, and the
   * choice between the text and the emoji style of a symbol.
   *
   * @throws ValidationException that names the field
   */
  public static void checkIdentifier(String field, String text) {
    if (!text.isEmpty() && isBlank(text)) {
      throw new ValidationException(field, "must not be blank");
    }
    int before = 0;
    for (int at = 0; at < text.length(); ) {
      int c = text.codePointAt(at);
      at += Character.charCount(c);
      int after = at < text.length() ? text.codePointAt(at) : 0;
      if (c == BRAILLE_BLANK || (isUnseen(c) && !isSeenBetween(before, c, after))) {
        String name = c == 0 ? "NUL" : "the invisible character U+%04X".formatted(c);
        throw new ValidationException(field, "must not contain " + name);
      }
      before = c;
    }
  }

  /**
   * Checks a name that has to say something, as each tag does: what {@link #checkIdentifier}
   * checks, and that it is not empty.
   *
   * @throws ValidationException that names the field
   */
  public static void checkName(String field, String text) {
    if (text.isEmpty()) {
      throw new ValidationException(field, "must not be blank");
    }
    checkIdentifier(field, text);
  }

  /** The text without invisible characters, but with those that are seen where they stand. */
  public static String in(String text) {
    StringBuilder visible = new StringBuilder(text.length());
    int before = 0;
    for (int at = 0; at < text.length(); ) {
      int c = text.codePointAt(at);
      at += Character.charCount(c);
      int after = at < text.length() ? text.codePointAt(at) : 0;
      if (!isUnseen(c) || isSeenBetween(before, c, after)) {
        visible.appendCodePoint(c);
      }
      before = c;
    }
    return visible.toString();
  }

  private static boolean isSpace(int c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == BRAILLE_BLANK;
  }

  private static boolean isUnseen(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> c >= 0x34F && isIgnorable(c);
    };
  }

  /** What Unicode calls Default_Ignorable_Code_Point and is no format character. */
  private static boolean isIgnorable(int c) {
    return c == 0x34F
        || c == 0x115F
        || c == 0x1160
        || c == 0x17B4
        || c == 0x17B5
        || (c >= 0x180B && c <= 0x180F)
        || c == 0x2065
        || c == 0x3164
        || (c >= 0xFE00 && c <= EMOJI_STYLE)
        || c == 0xFFA0
        || (c >= 0xFFF0 && c <= 0xFFF8)
        || (c >= 0xE0000 && c <= 0xE0FFF);
  }

  private static boolean isSeenBetween(int before, int c, int after) {
    return switch (c) {
      case JOINER -> (isEmoji(before) && isPictograph(after)) || isJoined(before, after);
      case NON_JOINER -> isJoined(before, after);
      case TEXT_STYLE, EMOJI_STYLE -> isPictograph(before) || after == KEYCAP;
      default -> false;
    };
  }

  private static boolean isJoined(int before, int after) {
    UnicodeScript script = UnicodeScript.of(before);
    return JOINING.contains(script) && script == UnicodeScript.of(after);
  }

  /** A symbol, perhaps with its style or the colour of its skin. */
  private static boolean isEmoji(int c) {
    return c == EMOJI_STYLE || Character.getType(c) == Character.MODIFIER_SYMBOL || isPictograph(c);
  }

  private static boolean isPictograph(int c) {
    return (c >= FIRST_PICTOGRAPH && Character.getType(c) == Character.OTHER_SYMBOL)
        || (c > LETTERLIKE_SYMBOLS && Character.getType(c) == Character.MATH_SYMBOL);
  }
}
