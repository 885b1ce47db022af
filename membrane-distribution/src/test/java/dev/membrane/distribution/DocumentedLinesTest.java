package dev.membrane.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A page is read as it is written, too: in an editor, and in what a change shows of it. */
class DocumentedLinesTest {

  private static final Path ROOT = Path.of(System.getProperty("membrane.root"));

  private static final int MAX_LENGTH = 140;

  /** Code, rows of tables and remarks are each one line whatever their length. */
  private static final Pattern UNBROKEN =
      Pattern.compile("(?ms)^ *```.*?^ *```$|^\\|.*?$|^<!--.*?-->$");

  private static final Set<String> NOT_OURS = Set.of("target", "node_modules", "build");

  @Test
  void sentences_stay_within_the_length_of_a_line() throws IOException {
    List<Path> pages = pages();
    List<String> tooLong = new ArrayList<>();
    for (Path page : pages) {
      UNBROKEN
          .matcher(Files.readString(page))
          .replaceAll("")
          .lines()
          .filter(line -> line.length() > MAX_LENGTH)
          .forEach(line -> tooLong.add(ROOT.relativize(page) + ": " + line));
    }
    assertThat(tooLong).isEmpty();
    assertThat(pages).hasSizeGreaterThan(60);
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes unused) {
            String name = folder.getFileName().toString();
            boolean isSkipped =
                (!folder.equals(ROOT) && name.startsWith(".")) || NOT_OURS.contains(name);
            return isSkipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes unused) {
            if (file.toString().endsWith(".md")) {
              pages.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return pages;
  }
}
