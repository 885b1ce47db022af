package dev.membrane.internal.text;

import dev.membrane.schema.NormalForm;
import java.text.Normalizer.Form;
import java.util.Locale;

/**
 * Makes different ways of writing the same text equal. It removes differences in compatibility
 * forms (full width, ligatures), in accents and vowel points that readers leave out, and in
 * invisible characters.
 */
final class Folding {

  private Folding() {}

  static String fold(String text) {
    return isAscii(text) ? text : NormalForm.nfc(bare(NormalForm.of(text, Form.NFKD)));
  }

  /**
   * The same without differences in letter case. Capitals come first, since several small letters
   * may have one capital, as i and ı do, and ß has two.
   */
  static String foldCase(String text) {
    return fold(text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT));
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }

  private static String bare(String decomposed) {
    StringBuilder bare = new StringBuilder(decomposed.length());
    decomposed.codePoints().filter(Folding::counts).forEach(bare::appendCodePoint);
    return bare.toString();
  }

  private static boolean counts(int c) {
    boolean accent = c >= 0x300 && c <= 0x36F;
    boolean arabicVowel = c == 0x640 || (c >= 0x64B && c <= 0x655);
    boolean hebrewPoint = c >= 0x591 && c <= 0x5C7 && c != 0x5BE;
    boolean variant = c >= 0xFE00 && c <= 0xFE0F;
    return !accent && !arabicVowel && !hebrewPoint && !variant && !isInvisible(c);
  }

  private static boolean isInvisible(int c) {
    return Character.getType(c) == Character.FORMAT;
  }
}
