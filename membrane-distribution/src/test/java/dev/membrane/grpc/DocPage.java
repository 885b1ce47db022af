package dev.membrane.grpc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A page of the documentation. A fence names the language of its block. A block that no test can
 * run has a remark before it: {@code <!-- not run: REASON -->}.
 */
record DocPage(Path file, String text) {

  private static final Pattern BLOCK =
      Pattern.compile(
          "(?ms)^(?:<!-- not run: (.*?) -->\\n|<!-- before: (.*?) -->\\n)?```(\\w*)\\n(.*?)^```$");
  private static final Pattern LINK = Pattern.compile("]\\((?!https?:|#)([^)#]+)");

  /** A block of code; {@code notRun} and {@code before} are empty unless they are said. */
  record Block(String language, String text, String notRun, String before) {

    private static Block of(MatchResult found) {
      return new Block(found.group(3), found.group(4), said(found, 1), said(found, 2));
    }

    private static String said(MatchResult found, int group) {
      return Objects.requireNonNullElse(found.group(group), "");
    }
  }

  /** Reads a page by its path from the root of the project. */
  static DocPage read(String path) throws IOException {
    Path file = MembranedProcess.root().resolve(path);
    return new DocPage(file, Files.readString(file));
  }

  List<Block> blocks() {
    return BLOCK.matcher(text).results().map(Block::of).toList();
  }

  /** What the blocks of a language say. */
  List<String> blocks(String language) {
    return blocks().stream()
        .filter(block -> block.language().equals(language))
        .map(Block::text)
        .toList();
  }

  /** The files that it links to, with those that do not exist. */
  List<Path> links() {
    return LINK.matcher(text)
        .results()
        .map((MatchResult found) -> file.resolveSibling(found.group(1)))
        .toList();
  }
}
