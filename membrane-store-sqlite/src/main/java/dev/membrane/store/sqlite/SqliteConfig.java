package dev.membrane.store.sqlite;

import dev.membrane.spi.Config;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * The settings of the SQLite store.
 *
 * @param path the database file; its folder must exist, the file is created where there is none
 */
public record SqliteConfig(Path path) {

  private static final Path DEFAULT_PATH = Path.of("membrane.db");

  /** Reads {@code db_path} (default {@code membrane.db}) and {@code encryption_key}. */
  public static SqliteConfig from(Config config) {
    if (config.text("encryption_key") != null) {
      config.fault(
          "encryption_key", "the SQLite driver on the class path cannot encrypt the database");
    }
    return new SqliteConfig(config.value("db_path", DEFAULT_PATH, SqliteConfig::path));
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException bad) {
      throw new IllegalArgumentException("must be the path of a file", bad);
    }
  }
}
