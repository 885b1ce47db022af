package dev.membrane.store.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files as the end of the process would leave them. */
final class Crash {

  private Crash() {}

  /** Copies the database and its log while nobody writes them. */
  static Path copy(Path folder) throws IOException {
    Path copy = Files.createDirectory(folder.resolve("copy"));
    for (String name : new String[] {"membrane.db", "membrane.db-wal", "membrane.db-keys"}) {
      if (Files.exists(folder.resolve(name))) {
        Files.copy(folder.resolve(name), copy.resolve(name));
      }
    }
    return copy;
  }
}
