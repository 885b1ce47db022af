package dev.membrane.store.sqlite;

import dev.membrane.spi.EncryptedCopy;
import dev.membrane.spi.KeyEncryptionKey;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.StoreEncryption;
import dev.membrane.spi.StoreOpenException;
import dev.membrane.spi.StoreUnavailableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What an operator does with the keys of the database of a configuration. */
record SqliteEncryption(SqliteConfig config) implements StoreEncryption {

  @Override
  public long rotate(Supplier<KeyEncryptionKey> other) {
    return SqliteStore.rotateKeys(config, other);
  }

  @Override
  public Optional<EncryptedCopy> encryptedCopy(@Nullable String to) {
    Path path = config.path();
    if (to != null) {
      throw new StoreOpenException(
          "--to: is for backend postgres; the copy of " + path + " takes its place");
    }
    if (config.key() == null) {
      throw StoreOpenException.configuration(
          path + ": no key is configured (encryption_key_file or key_provider)");
    }
    if (!Files.isRegularFile(path)) {
      throw new StoreOpenException(path + ": no such file");
    }
    if (EncryptionCheck.isMarked(path)) {
      EncryptionCheck.requireKey(config);
      FileCopy.removeRest(path);
      return Optional.empty();
    }
    return Optional.of(FileCopy.open(config));
  }

  @Override
  public long adopt(MemoryStore store) {
    Supplier<? extends KeyEncryptionKey> key = config.key();
    if (!(store instanceof SqliteStore sqlite) || (key == null && !sqlite.isEncrypted())) {
      return 0;
    }
    if (key == null) {
      throw new StoreOpenException("no key is configured any more, but " + store + " is encrypted");
    }
    try {
      return sqlite.adoptKey(key);
    } catch (StoreUnavailableException failure) {
      throw new StoreOpenException(String.valueOf(failure.getMessage()), failure);
    }
  }
}
