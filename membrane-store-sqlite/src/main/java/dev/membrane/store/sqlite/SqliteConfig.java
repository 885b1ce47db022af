package dev.membrane.store.sqlite;

import dev.membrane.spi.Config;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;

/**
 * The settings of the SQLite store.
 *
 * @param path the database file; its folder must exist, and the file is created if it is missing
 */
public record SqliteConfig(Path path) {

  private static final Path DEFAULT_PATH = Path.of("membrane.db");
  private static final String PATH = "db_path";
  private static final String KEY = "encryption_key";
  private static final String KEY_FILE = "encryption_key_file";
  private static final String NO_ENCRYPTION =
      "is not supported yet: there is no encryption of the database";

  /** All keys that are read. */
  static final Set<String> KEYS = Set.of(PATH, KEY, KEY_FILE);

  /** Reads {@code db_path} (default {@code membrane.db}), and refuses to encrypt. */
  public static SqliteConfig from(Config config) {
    refuseEncryption(config);
    return new SqliteConfig(config.value(PATH, DEFAULT_PATH, SqliteConfig::path));
  }

  /** Whoever asks for encryption must not believe that it is there, whatever the backend. */
  static void refuseEncryption(Config config) {
    if (config.has(KEY)) {
      config.fault(
          KEY, NO_ENCRYPTION + "; when there is, " + KEY_FILE + " names a file with the key");
    }
    if (config.has(KEY_FILE)) {
      config.fault(KEY_FILE, NO_ENCRYPTION);
    }
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException bad) {
      throw new IllegalArgumentException("must be the path of a file", bad);
    }
  }
}
