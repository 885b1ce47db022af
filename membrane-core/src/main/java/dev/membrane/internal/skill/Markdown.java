package dev.membrane.internal.skill;

import dev.membrane.internal.view.OneLine;
import java.util.regex.Pattern;

/** Any text as part of a line of Markdown, which it cannot break out of. */
final class Markdown {

  private static final int MAX_LENGTH = 500;
  private static final Pattern SPECIAL =
      Pattern.compile("[\\\\`*\\[\\]<>&#|~!$]|(?<![\\p{L}\\p{N}])_|_(?![\\p{L}\\p{N}])");
  private static final Pattern MARKER = Pattern.compile("^(\\d*)([-+=.)])");

  private Markdown() {}

  /** The text on one line, cut if it is long. */
  static String line(String text) {
    return OneLine.cut(OneLine.of(text).strip(), MAX_LENGTH);
  }

  /** The text as it stands, without markup and with no mark of a list before it. */
  static String text(String text) {
    String plain = SPECIAL.matcher(line(text)).replaceAll("\\\\$0");
    return MARKER.matcher(plain).replaceFirst("$1\\\\$2");
  }

  /** The text as code. */
  static String code(String text) {
    String line = line(text);
    String fence = "`";
    while (line.contains(fence)) {
      fence += "`";
    }
    String edge = line.startsWith("`") || line.endsWith("`") || line.isEmpty() ? " " : "";
    return fence + edge + line + edge + fence;
  }
}
