package dev.membrane.spi;

import java.util.regex.Pattern;

/**
 * A data key, encrypted with a key-encryption key. Stores keep both texts as they are.
 *
 * @param keyId which key and version of it has wrapped the data key, 1 to 300 printable ASCII
 *     characters without blanks; it is no secret, and another key or version has another one
 * @param wrapped the encrypted key, 1 to 4,000 such characters, as in Base64
 */
public record WrappedKey(String keyId, String wrapped) {

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
