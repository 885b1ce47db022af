package dev.membrane.cli;

import dev.membrane.server.StartException;
import dev.membrane.server.command.FileFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder with a folder for each skill. Only files that an earlier export wrote are overwritten or
 * removed; these name their record in the front matter. Not thread-safe.
 */
final class SkillFolder {

  private static final String FILE = "SKILL.md";
  private static final String PART = ".part-";
  private static final int MAX_NAME_LENGTH = 64;

  /** No separator, no dots: no name leads out of the folder. */
  private static final Pattern NAME = Pattern.compile("[a-z0-9]+(?:-[a-z0-9]+)*");

  private static final String EDGE = "---";
  private static final String RECORD = "  membrane-record: ";

  private final Path folder;
  private final Set<String> names = new HashSet<>();
  private int written;
  private int unchanged;

  SkillFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * Writes one, whole or not at all.
   *
   * @throws StartException if it cannot be written, or something else has its place
   */
  void write(String name, String text) {
    if (name.length() > MAX_NAME_LENGTH || !NAME.matcher(name).matches()) {
      throw new StartException(
          "the server named a skill '" + TerminalText.of(name) + "', which is no name");
    }
    Path directory = folder.resolve(name);
    Path file = directory.resolve(FILE);
    try {
      if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        replace(directory, file, text);
      } else if (!isExported(directory)) {
        throw new StartException(file + " was not exported by membraned; it stays as it is");
      } else if (Files.readString(file).equals(text)) {
        unchanged++;
      } else {
        replace(directory, file, text);
      }
      names.add(name);
    } catch (FileAlreadyExistsException other) {
      throw new StartException(other.getFile() + " is no folder", other);
    } catch (IOException failed) {
      throw FileFault.unwritten(file, failed);
    }
  }

  private void replace(Path directory, Path file, String text) throws IOException {
    Files.createDirectories(directory);
    Path part = Files.createTempFile(directory, PART, "");
    Files.writeString(part, text);
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    written++;
  }

  int written() {
    return written;
  }

  int unchanged() {
    return unchanged;
  }

  /** Those that were exported before and not written now. */
  List<Path> others() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> directories = Files.list(folder)) {
      return directories
          .filter(directory -> !names.contains(String.valueOf(directory.getFileName())))
          .filter(SkillFolder::isExported)
          .sorted()
          .toList();
    } catch (IOException failed) {
      throw FileFault.unread(folder, failed);
    }
  }

  /** Removes those; a folder that has something else too stays without its skill. */
  int removeOthers() {
    List<Path> others = others();
    for (Path directory : others) {
      try {
        Files.delete(directory.resolve(FILE));
        if (isEmpty(directory)) {
          Files.delete(directory);
        }
      } catch (IOException failed) {
        throw new StartException(
            directory + ": cannot be removed: " + FileFault.reason(failed), failed);
      }
    }
    return others.size();
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.findAny().isEmpty();
    }
  }

  private static boolean isExported(Path directory) {
    Path file = directory.resolve(FILE);
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
        || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .skip(1)
          .takeWhile(line -> !line.equals(EDGE))
          .anyMatch(line -> line.startsWith(RECORD));
    } catch (IOException | UncheckedIOException unreadable) {
      return false;
    }
  }
}
