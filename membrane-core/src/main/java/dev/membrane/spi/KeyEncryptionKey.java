package dev.membrane.spi;

/**
 * The key that wraps the data keys of a store. It may never leave the place where it is kept: that
 * place wraps and unwraps. A store calls it when it is opened, for each scope that is new or was
 * not used lately, and when the key is changed, but not for each record. Safe for use by many
 * threads.
 *
 * <p>No call may wait for long, ten seconds at most: commits and reads of a scope wait for it.
 * Whatever a call throws besides a {@link KeyException}, and a null or an answer of another length,
 * fails what needed the key, as if its place did not answer.
 */
public interface KeyEncryptionKey extends AutoCloseable {

  /**
   * Encrypts a data key, so that whoever changes a bit of it is found out.
   *
   * @param dataKey 48 bytes
   * @throws KeyException if that is not possible
   */
  WrappedKey wrap(byte[] dataKey);

  /**
   * Decrypts what {@link #wrap} has answered, if need be with a former version of the key, which
   * {@link WrappedKey#keyId} tells.
   *
   * @return the data key, which belongs to the caller
   * @throws KeyException if that is not possible; it says whether another key has wrapped it
   */
  byte[] unwrap(WrappedKey wrapped);

  /** Frees what it holds. The store that has opened it closes it. By default there is nothing. */
  @Override
  default void close() {}
}
