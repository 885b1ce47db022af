package dev.membrane.store.jdbc.crypto;

import dev.membrane.spi.keys.KeyEncryptionKey.WrappedKey;

/**
 * A data key as it is stored.
 *
 * @param id its number, from 1, which is the store's
 * @param scope the scope as columns have it; empty: the store's
 * @param key the key, encrypted with the key-encryption key
 */
public record KeyRow(int id, String scope, WrappedKey key) {

  /** The number of the store's key. */
  public static final int STORE = 1;

  /** Stands for the key of a row that names none, as the first ones did: it is in a file. */
  private static final String UNNAMED = "file";

  /**
   * A row as columns have it.
   *
   * @throws DecryptionException if it was damaged
   */
  public static KeyRow read(int id, String scope, String wrapped) {
    int blank = wrapped.indexOf(' ');
    String keyId = blank < 0 ? UNNAMED : wrapped.substring(0, blank);
    try {
      return new KeyRow(id, scope, new WrappedKey(keyId, wrapped.substring(blank + 1)));
    } catch (IllegalArgumentException damaged) {
      throw new DecryptionException(place(id), damaged);
    }
  }

  /** The key as a column has it: its key-encryption key, a blank, and what is encrypted. */
  public String wrapped() {
    return isUnnamed() ? key.wrapped() : key.keyId() + ' ' + key.wrapped();
  }

  /** What messages call it. */
  String place() {
    return place(id);
  }

  private static String place(int id) {
    return "data key " + id;
  }

  boolean isUnnamed() {
    return key.keyId().equals(UNNAMED);
  }
}
