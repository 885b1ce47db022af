package dev.membrane.benchmarks.relevance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds the files that a command measures. */
public final class DataFiles {

  private DataFiles() {}

  /**
   * The files of a folder with one of these endings, in the order of names.
   *
   * @throws UnusableDataException if there is none, or the folder cannot be listed
   */
  public static List<Path> in(Path folder, String... endings) {
    try (Stream<Path> listed = Files.list(folder)) {
      List<Path> files =
          listed
              .filter(file -> Stream.of(endings).anyMatch(file.toString()::endsWith))
              .sorted()
              .toList();
      if (files.isEmpty()) {
        throw new UnusableDataException(
            "no " + String.join(" or ", endings) + " files in " + folder);
      }
      return files;
    } catch (IOException unreadable) {
      throw new UnusableDataException("cannot list the folder " + folder, unreadable);
    }
  }
}
