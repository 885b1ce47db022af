package dev.membrane.store.sqlite;

import java.nio.file.Path;

/** The same of an encrypted file. */
final class EncryptedTamperTest extends SqliteTamperTest {

  @Override
  SqliteConfig config(Path file) {
    return KeyFiles.encrypted(file.getParent(), file.getFileName().toString());
  }

  @Override
  protected int cells() {
    return 25;
  }
}
