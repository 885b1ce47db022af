package dev.membrane.server.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes small files that only their owner may read. */
final class OwnersFile {

  private OwnersFile() {}

  /**
   * Puts a text in its place, whole.
   *
   * @throws IOException if it cannot be written; then the place is as it was
   */
  static void replace(Path path, String text) throws IOException {
    Path made =
        Files.createTempFile(
            path.toAbsolutePath().getParent(), "membrane", ".tmp", DatabaseFiles.forOwner());
    try {
      Files.writeString(made, text);
      Files.move(made, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(made);
    }
  }
}
