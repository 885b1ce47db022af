package dev.membrane.store.jdbc.crypto;

import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.spi.keys.KeyEncryptionKey.KeyFile;
import dev.membrane.spi.keys.KeyEncryptionKey.WrappedKey;
import dev.membrane.spi.keys.KeyException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.function.Supplier;

/** A key-encryption key that stands in a file, and wraps with AES-256-GCM. Never shown. */
public final class FileKey implements KeyEncryptionKey {

  private static final int BYTES_OF_ID = 8;
  private static final String PURPOSE = "data key";

  private final byte[] key;
  private final String id;

  private FileKey(byte[] key) {
    this.key = key;
    byte[] code = Primitives.derive(key, "id");
    this.id = "file:" + HexFormat.of().formatHex(code, 0, BYTES_OF_ID);
  }

  /**
   * Opens the key of a file, which is not read before.
   *
   * @param file has 32 random bytes, in Base64 or hexadecimal; nobody but its owner may read or
   *     write it
   */
  public static Supplier<KeyEncryptionKey> in(Path file) {
    return () -> read(file);
  }

  private static FileKey read(Path file) {
    try {
      return new FileKey(KeyFile.read(file));
    } catch (IllegalArgumentException bad) {
      throw KeyException.refused(FileKeyProvider.KEY_FILE + " " + bad.getMessage(), bad);
    }
  }

  @Override
  public WrappedKey wrap(byte[] dataKey) {
    byte[] wrapped = new byte[Primitives.NONCE + dataKey.length + Primitives.TAG];
    Primitives.encrypt(key, Primitives.utf8(PURPOSE), dataKey, wrapped, 0);
    return new WrappedKey(id, Base64.getUrlEncoder().withoutPadding().encodeToString(wrapped));
  }

  @Override
  public byte[] unwrap(WrappedKey wrapped) {
    if (!wrapped.keyId().equals(id)) {
      throw KeyException.refused("another key has wrapped it", null);
    }
    return unwrap(wrapped.wrapped(), PURPOSE);
  }

  /** What was encrypted for a purpose. */
  byte[] unwrap(String wrapped, String purpose) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(wrapped);
      if (bytes.length > Primitives.NONCE + Primitives.TAG) {
        return Primitives.decrypt(key, Primitives.utf8(purpose), bytes, 0);
      }
    } catch (IllegalArgumentException | GeneralSecurityException damaged) {
      throw KeyException.refused("the wrapped key was changed", damaged);
    }
    throw KeyException.refused("the wrapped key was cut", null);
  }

  @Override
  public void close() {
    Arrays.fill(key, (byte) 0);
  }

  @Override
  public String toString() {
    return id;
  }
}
