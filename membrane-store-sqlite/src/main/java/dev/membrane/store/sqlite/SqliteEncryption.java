package dev.membrane.store.sqlite;

import dev.membrane.spi.EncryptedCopy;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.StoreEncryption;
import dev.membrane.spi.StoreOpenException;
import dev.membrane.spi.StoreUnavailableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What an operator does with the keys of the database of a configuration. */
record SqliteEncryption(SqliteConfig config) implements StoreEncryption {

  @Override
  public long rotate(Path newKeyFile) {
    return SqliteStore.rotateKeys(config, newKeyFile);
  }

  @Override
  public Optional<EncryptedCopy> encryptedCopy() {
    Path path = config.path();
    if (config.encryptionKeyFile() == null) {
      throw new StoreOpenException(path + ": no encryption_key_file is set");
    }
    if (!Files.isRegularFile(path)) {
      throw new StoreOpenException(path + ": no such file");
    }
    if (EncryptionCheck.isMarked(path)) {
      FileCopy.removeRest(path);
      return Optional.empty();
    }
    return Optional.of(FileCopy.open(config));
  }

  @Override
  public long adopt(MemoryStore store) {
    Path keyFile = config.encryptionKeyFile();
    if (!(store instanceof SqliteStore sqlite) || (keyFile == null && !sqlite.isEncrypted())) {
      return 0;
    }
    if (keyFile == null) {
      throw new StoreOpenException(
          "encryption_key_file: is set no more, but " + store + " is encrypted");
    }
    try {
      return sqlite.adoptKey(keyFile);
    } catch (StoreUnavailableException failure) {
      throw new StoreOpenException(String.valueOf(failure.getMessage()), failure);
    }
  }
}
