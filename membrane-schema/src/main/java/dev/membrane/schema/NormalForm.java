package dev.membrane.schema;

import java.text.Normalizer;
import java.text.Normalizer.Form;

/**
 * The normal forms of Unicode, in time linear in the length of the text. A character with more than
 * {@value #MAX_MARKS} marks on it stays as it is: no script needs so many (UAX 15), and to sort
 * them takes the square of their number.
 */
public final class NormalForm {

  private static final int MAX_MARKS = 30;

  /** Below it every text is in NFC. */
  private static final char FIRST_MARK = 0x300;

  /** How many characters are looked at in one go. */
  private static final int PART = 1_000;

  private final Form form;
  private final String text;
  private final StringBuilder normal = new StringBuilder();
  private int normalTo;

  private NormalForm(String text, Form form) {
    this.text = text;
    this.form = form;
  }

  /** A text in NFC, which tells apart nothing that is written alike. */
  public static String nfc(String text) {
    return text.chars().allMatch(c -> c < FIRST_MARK) ? text : of(text, Form.NFC);
  }

  /** A text in one of the forms. */
  public static String of(String text, Form form) {
    return new NormalForm(text, form).normalized();
  }

  /**
   * Whether a text has more than so many code points in a form. No more of it is looked at than it
   * takes to tell. Where two parts of it meet, a mark counts by itself.
   */
  static boolean isLonger(String text, Form form, int most) {
    long points = 0;
    for (int at = 0; at < text.length() && points <= most; ) {
      int end = Math.min(text.length(), at + PART);
      end += end < text.length() && Character.isHighSurrogate(text.charAt(end - 1)) ? 1 : 0;
      points += of(text.substring(at, end), form).codePoints().count();
      at = end;
    }
    return points > most;
  }

  private String normalized() {
    int begin = 0;
    int marks = 0;
    for (int at = 0; at < text.length(); ) {
      int c = text.codePointAt(at);
      if (isMark(c)) {
        marks++;
      } else {
        keep(begin, at, marks);
        begin = at;
        marks = 0;
      }
      at += Character.charCount(c);
    }
    keep(begin, text.length(), marks);
    if (normalTo == 0) {
      return Normalizer.normalize(text, form);
    }
    return normal.append(Normalizer.normalize(text.substring(normalTo), form)).toString();
  }

  /** Takes over a character with its marks if there are too many of them. */
  private void keep(int begin, int end, int marks) {
    if (marks > MAX_MARKS) {
      normal.append(Normalizer.normalize(text.substring(normalTo, begin), form));
      normal.append(text, begin, end);
      normalTo = end;
    }
  }

  private static boolean isMark(int c) {
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK ->
          true;
      default -> false;
    };
  }
}
