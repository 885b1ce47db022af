package dev.membrane.store.sqlite;

import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.spi.keys.StoreEncryption;
import dev.membrane.spi.keys.StoreEncryption.EncryptedCopy;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.jdbc.crypto.DecryptionException;
import dev.membrane.store.jdbc.crypto.KeyWrapping;
import dev.membrane.store.jdbc.crypto.Rewrapping;
import dev.membrane.store.sqlite.internal.crypto.DataKeyFile;
import dev.membrane.store.sqlite.internal.file.StoreFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What an operator does with the keys of the database of a configuration. */
record SqliteEncryption(SqliteConfig config) implements StoreEncryption {

  @Override
  public long rotate(Supplier<KeyEncryptionKey> other) {
    return rotate(config, other);
  }

  /**
   * Wraps the data keys with another key, in one transaction: the file then opens with the other
   * key, or, if that did not end, with the one before. What is encrypted stays as it is.
   */
  static long rotate(SqliteConfig config, Supplier<? extends KeyEncryptionKey> other) {
    Path path = config.path();
    requireFile(path);
    try (KeyWrapping before = KeyWrapping.open(path, config.key());
        KeyWrapping after = KeyWrapping.open(path, other)) {
      if (before == null || after == null) {
        throw noKey(path);
      }
      return rotate(path, before, after);
    } catch (DecryptionException neither) {
      throw StoreOpenException.configuration(unchanged(path, neither), neither);
    } catch (StoreUnavailableException away) {
      throw new StoreOpenException(unchanged(path, away) + reason(away), away);
    }
  }

  private static long rotate(Path path, KeyWrapping before, KeyWrapping after) {
    try (StoreFile file = StoreFile.lock(path);
        DataKeyFile keys = DataKeyFile.of(file.path())) {
      if (keys.ofStore() == null) {
        if (EncryptionCheck.isMarked(path)) {
          throw EncryptionCheck.missingKeys(path, keys);
        }
        throw StoreOpenException.configuration(path + ": is not encrypted");
      }
      Rewrapping rewrapping = Rewrapping.of(keys, before, after);
      keys.rewrap(rewrapping);
      return rewrapping.keys();
    }
  }

  private static String unchanged(Path path, RuntimeException why) {
    return path + ": no key was changed: " + why.getMessage();
  }

  /** In the words of the driver, such as that the disk is full. */
  private static String reason(StoreUnavailableException away) {
    Throwable cause = away.getCause();
    return cause == null ? "" : ": " + cause.getMessage();
  }

  private static void requireFile(Path path) {
    if (!Files.isRegularFile(path)) {
      throw new StoreOpenException(path + ": no such file");
    }
  }

  private static StoreOpenException noKey(Path path) {
    return StoreOpenException.configuration(
        path + ": no key is configured (encryption_key_file or key_provider)");
  }

  @Override
  public Optional<EncryptedCopy> encryptedCopy(@Nullable String to) {
    Path path = config.path();
    if (to != null) {
      throw StoreOpenException.configuration(
          "--to: is for backend postgres; the copy of " + path + " takes its place");
    }
    if (config.key() == null) {
      throw noKey(path);
    }
    requireFile(path);
    if (EncryptionCheck.isMarked(path)) {
      EncryptionCheck.requireKey(config);
      FileCopy.removeRest(path);
      return Optional.empty();
    }
    return Optional.of(FileCopy.open(config));
  }

  @Override
  public long adopt(MemoryStore store) {
    return store instanceof SqliteStore sqlite
        ? KeyWrapping.adoptConfigured(sqlite, config.key(), sqlite::adoptKey)
        : 0;
  }
}
