package dev.membrane.store.sqlite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;

/** Files with keys, and databases that are encrypted with them. */
final class KeyFiles {

  private static final SecureRandom RANDOM = new SecureRandom();

  private KeyFiles() {}

  /** The settings of a database in a folder, with the key of that folder. */
  static SqliteConfig encrypted(Path folder, String name) {
    Path key = folder.resolve("key");
    return new SqliteConfig(folder.resolve(name), SqliteConfig.Synchronous.NORMAL)
        .encryptedWith(Files.exists(key) ? key : make(key));
  }

  static SqliteStore open(Path folder, String name) {
    return SqliteStore.open(encrypted(folder, name));
  }

  /** A new key. */
  static Path make(Path file) {
    byte[] key = new byte[32];
    RANDOM.nextBytes(key);
    return write(file, Base64.getEncoder().encodeToString(key) + "\n", "rw-------");
  }

  static Path write(Path file, String text, String rights) {
    try {
      Files.writeString(file, text);
      return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
