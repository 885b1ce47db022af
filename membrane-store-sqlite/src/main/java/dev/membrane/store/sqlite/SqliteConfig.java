package dev.membrane.store.sqlite;

import dev.membrane.spi.Config;
import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.store.jdbc.crypto.FileKey;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the SQLite store.
 *
 * @param path the database file; its folder must exist, and the file is created if it is missing
 * @param synchronous when a commit is acknowledged
 * @param key opens the key that the database is encrypted with; null: it is not encrypted
 */
public record SqliteConfig(
    Path path, Synchronous synchronous, @Nullable Supplier<? extends KeyEncryptionKey> key) {

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

  /** All keys that are read. */
  static final Set<String> KEYS = Set.of(PATH, SYNCHRONOUS);

  /** A file whose commits survive a power cut, and which is not encrypted. */
  public SqliteConfig(Path path) {
    this(path, Synchronous.FULL);
  }

  /** A file that is not encrypted. */
  public SqliteConfig(Path path, Synchronous synchronous) {
    this(path, synchronous, null);
  }

  /**
   * The same, encrypted.
   *
   * @param keyFile has 32 random bytes, in Base64 or hexadecimal; nobody but its owner may read or
   *     write it
   */
  public SqliteConfig encryptedWith(Path keyFile) {
    return encryptedWith(FileKey.in(Objects.requireNonNull(keyFile, "keyFile")));
  }

  /**
   * The same, encrypted.
   *
   * @param opening opens the key, as a {@link dev.membrane.spi.KeyProvider} has it; null: it is not
   *     encrypted
   */
  public SqliteConfig encryptedWith(@Nullable Supplier<? extends KeyEncryptionKey> opening) {
    return new SqliteConfig(path, synchronous, opening);
  }

  /**
   * Reads {@code db_path} (default {@code membrane.db}) and {@code sqlite_synchronous} ({@code
   * full} or {@code normal}). It is not encrypted.
   */
  public static SqliteConfig from(Config config) {
    return new SqliteConfig(
        pathIn(config), config.value(SYNCHRONOUS, Synchronous.FULL, SqliteConfig::synchronous));
  }

  /** The database file alone. */
  static Path pathIn(Config config) {
    return config.value(PATH, DEFAULT_PATH, SqliteConfig::path);
  }

  private static Synchronous synchronous(String text) {
    return switch (text) {
      case "full" -> Synchronous.FULL;
      case "normal" -> Synchronous.NORMAL;
      default -> throw new IllegalArgumentException("must be full or normal");
    };
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException bad) {
      throw new IllegalArgumentException("must be the path of a file", bad);
    }
  }
}
