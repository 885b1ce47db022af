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
  private static final String KEY = "encryption_key";
  private static final String KEY_FILE = "encryption_key_file";
  private static final String NO_ENCRYPTION =
      "is not supported yet: there is no encryption of the database";

  /** Reads {@code db_path} (default {@code membrane.db}), and refuses to encrypt. */
  public static SqliteConfig from(Config config) {
    if (config.has(KEY)) {
      config.fault(
          KEY, NO_ENCRYPTION + "; when there is, " + KEY_FILE + " names a file with the key");
    }
    if (config.has(KEY_FILE)) {
      config.fault(KEY_FILE, NO_ENCRYPTION);
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
