package dev.membrane.spi.keys;

import java.util.regex.Pattern;

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

  /**
   * A data key, encrypted with a key-encryption key. Stores keep both texts as they are.
   *
   * @param keyId which key and version of it has wrapped the data key, 1 to 300 printable ASCII
   *     characters without blanks; it is no secret, and another key or version has another one
   * @param wrapped the encrypted key, 1 to 4,000 such characters, as in Base64
   */
  record WrappedKey(String keyId, String wrapped) {

    private static final Pattern KEY_ID = Pattern.compile("[!-~]{1,300}");
    private static final Pattern WRAPPED = Pattern.compile("[!-~]{1,4000}");

    /**
     * Checks both.
     *
     * @throws IllegalArgumentException if one of them has other characters, or another length
     */
    public WrappedKey {
      if (!KEY_ID.matcher(keyId).matches()) {
        throw new IllegalArgumentException("key id: must be 1 to 300 printable characters");
      }
      if (!WRAPPED.matcher(wrapped).matches()) {
        throw new IllegalArgumentException("wrapped key: must be 1 to 4000 printable characters");
      }
    }
  }
}
