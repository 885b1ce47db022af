package dev.membrane.store.jdbc.crypto;

import dev.membrane.spi.KeyFile;
import java.nio.file.Path;
import java.security.GeneralSecurityException;

/** The key that wraps data keys: 256 bits that are kept apart from the database. Never shown. */
public final class KeyEncryptionKey {

  private final byte[] key;

  private KeyEncryptionKey(byte[] key) {
    this.key = key;
  }

  /**
   * Reads a file with 32 bytes in Base64 or in 64 hexadecimal digits, which nobody but its owner
   * may read or write.
   *
   * @throws IllegalArgumentException if it is no such file; the message tells nothing of what is in
   *     it
   */
  public static KeyEncryptionKey read(Path file) {
    return new KeyEncryptionKey(KeyFile.read(file));
  }

  /**
   * Checks that it has wrapped a data key.
   *
   * @throws DecryptionException if not
   */
  public void check(KeyRow row) {
    unwrap(row);
  }

  /**
   * The row of a data key that another key has wrapped, wrapped with this one.
   *
   * @throws DecryptionException if the other key has not wrapped it
   */
  public KeyRow rewrap(KeyRow row, KeyEncryptionKey before) {
    return wrap(row.id(), row.scope(), before.unwrap(row));
  }

  /** A data key as its row has it. */
  KeyRow wrap(int id, String scope, byte[] dataKey) {
    byte[] wrapped = new byte[Primitives.NONCE + Primitives.KEY + Primitives.TAG];
    Primitives.encrypt(key, associated(id, scope), dataKey, wrapped, 0);
    return new KeyRow(id, scope, Sealed.encode(wrapped));
  }

  /**
   * The data key of a row.
   *
   * @throws DecryptionException if another key has wrapped it, or the row was changed
   */
  byte[] unwrap(KeyRow row) {
    String place = "data key " + row.id();
    byte[] wrapped = Sealed.decode(place, row.wrapped());
    if (wrapped.length < Primitives.NONCE + Primitives.TAG) {
      throw new DecryptionException(place);
    }
    try {
      return Primitives.decrypt(key, associated(row.id(), row.scope()), wrapped, 0);
    } catch (GeneralSecurityException other) {
      throw new DecryptionException(place, other);
    }
  }

  private static byte[] associated(int id, String scope) {
    return Primitives.utf8("data_key " + id + " " + scope);
  }

  @Override
  public String toString() {
    return "key-encryption key";
  }
}
