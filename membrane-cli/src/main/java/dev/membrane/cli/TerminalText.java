package dev.membrane.cli;

import java.util.Set;

/** Makes stored text safe to print on a terminal. */
final class TerminalText {

  /** They part or join letters and emoji that stand next to each other, and do nothing else. */
  private static final Set<Integer> JOINERS = Set.of(0x200C, 0x200D);

  private static final int LAST_OF_BASIC_PLANE = 0xFFFF;
  private static final int FIRST_TAG = 0xE0000;

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
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      case Character.FORMAT -> JOINERS.contains(character);
      // An emoji that is newer than this Java. What has an effect is below, or a tag.
      case Character.UNASSIGNED -> character > LAST_OF_BASIC_PLANE && character < FIRST_TAG;
      default -> true;
    };
  }
}
