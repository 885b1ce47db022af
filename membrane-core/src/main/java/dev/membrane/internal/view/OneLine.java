package dev.membrane.internal.view;

import dev.membrane.schema.Limits;
import dev.membrane.schema.Visible;
import java.util.regex.Pattern;

/** Turns any text into one line, so that no part of it can be mistaken for another line. */
public final class OneLine {

  private static final String ELLIPSIS = "…";
  private static final Pattern BLANKS = Pattern.compile(" ++");

  private OneLine() {}

  /**
   * The text with a blank for each run of white space, line ends and control characters, and
   * without what is not seen, such as marks that turn the direction of writing, and tags.
   */
  public static String of(String text) {
    StringBuilder blanks = new StringBuilder(text.length());
    text.codePoints().forEach(c -> blanks.appendCodePoint(isBlank(c) ? ' ' : c));
    return BLANKS.matcher(Visible.in(blanks.toString())).replaceAll(" ").strip();
  }

  /** The beginning of a line, with a mark where it was cut. */
  public static String cut(String line, int length) {
    return length >= line.length() ? line : Limits.beginning(line, length) + ELLIPSIS;
  }

  private static boolean isBlank(int c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c) || Character.isISOControl(c);
  }
}
