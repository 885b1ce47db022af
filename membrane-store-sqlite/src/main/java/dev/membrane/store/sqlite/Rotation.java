package dev.membrane.store.sqlite;

import dev.membrane.spi.KeyEncryptionKey;
import dev.membrane.spi.StoreOpenException;
import dev.membrane.spi.StoreUnavailableException;
import dev.membrane.store.jdbc.crypto.DecryptionException;
import dev.membrane.store.jdbc.crypto.KeyWrapping;
import dev.membrane.store.jdbc.crypto.Rewrapping;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * Wraps the data keys of a file with another key, in one transaction: it then opens with the other
 * key, or, if that did not end, with the one before. What is encrypted stays as it is.
 */
record Rotation(SqliteConfig config, Supplier<? extends KeyEncryptionKey> other) {

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
    try (KeyWrapping before = KeyWrapping.open(path, config.key());
        KeyWrapping after = KeyWrapping.open(path, other)) {
      if (before == null || after == null) {
        throw StoreOpenException.configuration(
            path + ": no key is configured (encryption_key_file or key_provider)");
      }
      return rotate(before, after);
    } catch (DecryptionException | StoreUnavailableException failure) {
      throw new StoreOpenException(
          path + ": its keys are as they were: " + failure.getMessage(), failure);
    }
  }

  private long rotate(KeyWrapping before, KeyWrapping after) {
    try (StoreFile file = StoreFile.lock(config.path());
        DataKeyFile keys = DataKeyFile.of(file.path())) {
      if (keys.ofStore() == null) {
        if (EncryptionCheck.isMarked(config.path())) {
          throw EncryptionCheck.missingKeys(config.path(), keys);
        }
        throw new StoreOpenException(config.path() + ": is not encrypted");
      }
      Rewrapping rewrapping = Rewrapping.of(keys, before, after);
      keys.rewrap(rewrapping);
      return rewrapping.keys();
    }
  }
}
