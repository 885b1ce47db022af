package dev.membrane.grpc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** Copies of what an operator unpacks, and what is in a folder. */
final class PackedHome {

  private PackedHome() {}

  /**
   * Copies all but the folder for archives: one may be made in it meanwhile. The files keep their
   * times, so that an archive of the original holds for the copy.
   */
  static Path copyTo(Path to) throws IOException {
    Path from = MembranedProcess.home();
    Files.createDirectory(to);
    for (String name : names(from)) {
      if (!name.equals("cache")) {
        copyAll(from.resolve(name), to.resolve(name));
      }
    }
    return to;
  }

  private static void copyAll(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path one : all.toList()) {
        Files.copy(
            one, to.resolve(from.relativize(one).toString()), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  /** The names of all that is directly in a folder. */
  static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
