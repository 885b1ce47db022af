package dev.membrane.internal.view;

/** Turns any text into one line, so that no part of it can be mistaken for another line. */
public final class OneLine {

  private static final String ELLIPSIS = "…";
  private static final int FIRST_TAG = 0xE0000;
  private static final int LAST_TAG = 0xE007F;

  private OneLine() {}

  /**
   * The text with a blank for each run of white space, line ends and control characters, and
   * without what is not seen: marks that turn the direction of writing, and tags.
   */
  public static String of(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints()
        .filter(c -> !isUnseen(c))
        .forEach(
            c -> {
              if (!isBlank(c)) {
                line.appendCodePoint(c);
              } else if (!line.isEmpty() && line.charAt(line.length() - 1) != ' ') {
                line.append(' ');
              }
            });
    return line.toString().stripTrailing();
  }

  /** The beginning of a line, with a mark where it was cut. */
  public static String cut(String line, int length) {
    if (length >= line.length()) {
      return line;
    }
    boolean isInside = length > 0 && Character.isHighSurrogate(line.charAt(length - 1));
    return line.substring(0, isInside ? length - 1 : length) + ELLIPSIS;
  }

  private static boolean isBlank(int c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c) || Character.isISOControl(c);
  }

  private static boolean isUnseen(int c) {
    return c == 0xFEFF
        || c == 0x061C
        || c == 0x200E
        || c == 0x200F
        || (c >= 0x202A && c <= 0x202E)
        || (c >= 0x2066 && c <= 0x2069)
        || (c >= FIRST_TAG && c <= LAST_TAG);
  }
}
