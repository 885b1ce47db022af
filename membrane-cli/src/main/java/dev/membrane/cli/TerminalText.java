package dev.membrane.cli;

/** Makes stored text safe to print on a terminal. */
final class TerminalText {

  private TerminalText() {}

  /**
   * The text on one line. Each line end becomes a blank, and so does each character that would move
   * the cursor, turn the direction of writing or have another effect on the terminal.
   */
  static String of(String said) {
    return said.codePoints()
        .map(character -> isShown(character) ? character : ' ')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString()
        .strip();
  }

  /** As {@link #of}, and line ends stay. */
  static String ofLines(String said) {
    return said.lines()
        .map(line -> line.substring(0, indent(line)) + of(line))
        .reduce((above, below) -> above + "\n" + below)
        .orElse("");
  }

  private static int indent(String line) {
    return line.length() - line.stripLeading().length();
  }

  private static boolean isShown(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
