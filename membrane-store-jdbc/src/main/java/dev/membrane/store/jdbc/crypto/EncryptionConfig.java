package dev.membrane.store.jdbc.crypto;

import dev.membrane.spi.Config;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The settings of encryption at rest, which all stores share that can encrypt. */
public final class EncryptionConfig {

  private static final String KEY = "encryption_key";
  private static final String KEY_FILE = "encryption_key_file";

  /** All keys that are read. */
  public static final Set<String> KEYS = Set.of(KEY, KEY_FILE);

  private EncryptionConfig() {}

  /** The file with the key; null if none is named, or, with a fault noted, if it cannot be used. */
  public static @Nullable Path keyFile(Config config) {
    refuseKey(config);
    if (config.isEmpty(KEY_FILE)) {
      config.fault(KEY_FILE, "must not be empty; leave it out if nothing is to be encrypted");
    }
    String file = config.text(KEY_FILE);
    if (file == null) {
      return null;
    }
    try {
      KeyEncryptionKey.read(path(file));
      return path(file);
    } catch (IllegalArgumentException bad) {
      config.fault(KEY_FILE, String.valueOf(bad.getMessage()));
      return null;
    }
  }

  /**
   * Refuses the settings if no store has read them: whoever asks for encryption must not believe
   * that it is there where another store is used.
   */
  public static void refuseUnread(Config config) {
    if (!config.known().contains(KEY)) {
      refuseKey(config);
    }
    if (!config.known().contains(KEY_FILE) && (config.has(KEY_FILE) || config.isEmpty(KEY_FILE))) {
      config.fault(
          KEY_FILE,
          "encrypts only the databases of backend sqlite and postgres; no other can be encrypted");
    }
  }

  /** A key does not belong into a configuration. */
  private static void refuseKey(Config config) {
    if (config.has(KEY)) {
      config.fault(KEY, "is not read from here; " + KEY_FILE + " names a file with the key");
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
