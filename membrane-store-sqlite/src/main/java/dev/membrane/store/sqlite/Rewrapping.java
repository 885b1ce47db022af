package dev.membrane.store.sqlite;

import dev.membrane.spi.StoreOpenException;
import dev.membrane.spi.StoreUnavailableException;
import dev.membrane.store.jdbc.crypto.DecryptionException;
import dev.membrane.store.jdbc.crypto.KeyEncryptionKey;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Wraps the data keys of a file with another key, in one transaction: it then opens with the other
 * key, or, if that did not end, with the one before. What is encrypted stays as it is.
 */
record Rewrapping(SqliteConfig config, Path newKeyFile) {

  /**
   * Does it, unless that was done before.
   *
   * @return how many data keys there are
   */
  long run() {
    Path path = config.path();
    if (!Files.isRegularFile(path)) {
      throw new StoreOpenException(path + ": no such file");
    }
    KeyEncryptionKey before = Encryption.key(path, config.encryptionKeyFile());
    KeyEncryptionKey after = Encryption.key(path, newKeyFile);
    if (before == null || after == null) {
      throw new StoreOpenException(path + ": no encryption_key_file is set");
    }
    try (StoreFile file = StoreFile.lock(path);
        StoredKeys keys = StoredKeys.of(file.path())) {
      return rewrap(keys, before, after);
    } catch (DecryptionException | StoreUnavailableException failure) {
      throw new StoreOpenException(
          path + ": its keys are as they were: " + failure.getMessage(), failure);
    }
  }

  private long rewrap(StoredKeys keys, KeyEncryptionKey before, KeyEncryptionKey after) {
    if (keys.ofStore() == null) {
      throw new StoreOpenException(config.path() + ": is not encrypted");
    }
    return keys.areWrappedBy(after) ? keys.rewrap(after, after) : keys.rewrap(before, after);
  }
}
