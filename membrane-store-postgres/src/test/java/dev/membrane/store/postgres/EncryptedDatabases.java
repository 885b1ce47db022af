package dev.membrane.store.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;

/** Schemas that are encrypted, each with a key of its own. */
public final class EncryptedDatabases {

  private static final SecureRandom RANDOM = new SecureRandom();

  private EncryptedDatabases() {}

  /** A schema that is not there yet. */
  public static PostgresConfig fresh() {
    return TestDatabase.fresh().encryptedWith(newKey());
  }

  static Path newKey() {
    byte[] key = new byte[32];
    RANDOM.nextBytes(key);
    try {
      Path file =
          Files.createTempFile(
              "membrane-key",
              "",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      file.toFile().deleteOnExit();
      return Files.writeString(file, Base64.getEncoder().encodeToString(key) + "\n");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
