package dev.membrane.grpc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A page of the documentation. A fence names the language of its block. A remark before it says
 * what is special: {@code <!-- not run: REASON -->}, {@code <!-- run by: TEST -->} or {@code <!--
 * before: COMMANDS -->}.
 */
record DocPage(Path file, String text) {

  private static final Pattern BLOCK =
      Pattern.compile(
          "(?ms)^(?:<!-- (not run|run by|before): (.*?) -->\\n)?```(\\w*)\\n(.*?)^```$");
  private static final Pattern LINK = Pattern.compile("]\\((?!https?:|#)([^)#]+)");

  /**
   * A block of code.
   *
   * @param kind of the remark; empty: there is none
   * @param remark what it says
   */
  record Block(String language, String text, String kind, String remark) {

    private static Block of(MatchResult found) {
      return new Block(
          found.group(3),
          found.group(4),
          Objects.requireNonNullElse(found.group(1), ""),
          Objects.requireNonNullElse(found.group(2), ""));
    }

    /** Why no test runs it; empty: one does. */
    String notRun() {
      return of("not run");
    }

    /** Which test of its own runs it; empty: none. */
    String runBy() {
      return of("run by");
    }

    /** What has to happen first; may be empty. */
    String before() {
      return of("before");
    }

    private String of(String asked) {
      return kind.equals(asked) ? remark : "";
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

  /** What those blocks say, in their order, that a test of its own runs. */
  List<String> runBy(Class<?> test) {
    return blocks().stream()
        .filter(block -> block.runBy().equals(test.getSimpleName()))
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
