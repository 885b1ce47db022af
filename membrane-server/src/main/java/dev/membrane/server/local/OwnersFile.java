package dev.membrane.server.local;

import java.io.IOException;
import java.nio.file.CopyOption;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes small files that only their owner may read. */
final class OwnersFile {

  private OwnersFile() {}

  /**
   * Puts a text in its place, whole.
   *
   * @param how whether it takes the place of what is there
   * @throws IOException if it cannot be written; then the place is as it was
   */
  static void write(Path path, String text, CopyOption... how) throws IOException {
    Path made =
        Files.createTempFile(
            path.toAbsolutePath().getParent(), "membrane", ".tmp", DatabaseFiles.forOwner());
    try {
      Files.writeString(made, text);
      Files.move(made, path, how);
    } finally {
      Files.deleteIfExists(made);
    }
  }
}
