package dev.membrane.examples.outside;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;

/** What {@code docs/plugins.md} shows. */
final class Guide {

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");

  private Guide() {}

  /** The code in a language, in the order of the guide. */
  static List<String> blocks(String language) throws IOException {
    return BLOCK
        .matcher(text())
        .results()
        .filter(found -> found.group(1).equals(language))
        .map(found -> found.group(2))
        .toList();
  }

  static String text() throws IOException {
    return Files.readString(Outside.root().resolve("docs/plugins.md"));
  }
}
