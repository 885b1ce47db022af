package dev.membrane.store.sqlite;

import dev.membrane.spi.Config;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;

/**
 * The settings of the SQLite store.
 *
 * @param path the database file; its folder must exist, and the file is created if it is missing
 * @param synchronous when a commit is acknowledged
 */
public record SqliteConfig(Path path, Synchronous synchronous) {

  /** When a commit is acknowledged, by the names that SQLite has for it. */
  public enum Synchronous {
    /** Once the disk has it: it survives a power cut. */
    FULL,
    /**
     * Once the system has it: it survives the end of the process, but a power cut or a crash of the
     * system may lose the latest commits, all of each. What is left is whole.
     */
    NORMAL
  }

  private static final Path DEFAULT_PATH = Path.of("membrane.db");
  private static final String PATH = "db_path";
  private static final String SYNCHRONOUS = "sqlite_synchronous";
  private static final String KEY = "encryption_key";
  private static final String KEY_FILE = "encryption_key_file";
  private static final String NO_ENCRYPTION =
      "is not supported yet: there is no encryption of the database";

  /** All keys that are read. */
  static final Set<String> KEYS = Set.of(PATH, SYNCHRONOUS, KEY, KEY_FILE);

  /** A file whose commits survive a power cut. */
  public SqliteConfig(Path path) {
    this(path, Synchronous.FULL);
  }

  /**
   * Reads {@code db_path} (default {@code membrane.db}) and {@code sqlite_synchronous} ({@code
   * full} or {@code normal}), and refuses to encrypt.
   */
  public static SqliteConfig from(Config config) {
    refuseEncryption(config);
    return new SqliteConfig(
        config.value(PATH, DEFAULT_PATH, SqliteConfig::path),
        config.value(SYNCHRONOUS, Synchronous.FULL, SqliteConfig::synchronous));
  }

  private static Synchronous synchronous(String text) {
    return switch (text) {
      case "full" -> Synchronous.FULL;
      case "normal" -> Synchronous.NORMAL;
      default -> throw new IllegalArgumentException("must be full or normal");
    };
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
