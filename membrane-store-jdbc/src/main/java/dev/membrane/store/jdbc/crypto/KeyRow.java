package dev.membrane.store.jdbc.crypto;

/**
 * A data key as it is stored.
 *
 * @param id its number, from 1, which is the store's
 * @param scope the scope as columns have it; empty: the store's
 * @param wrapped the key, encrypted with the key-encryption key
 */
public record KeyRow(int id, String scope, String wrapped) {

  /** The number of the store's key. */
  public static final int STORE = 1;
}
