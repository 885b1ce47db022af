package dev.membrane.store.jdbc.crypto;

import org.jspecify.annotations.Nullable;

/** Something stored cannot be decrypted: it was damaged, moved, or written with another key. */
public final class DecryptionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean isKeyGone;
  private final boolean isOfOtherKey;

  DecryptionException(String place) {
    this(place, "", false, false, null);
  }

  DecryptionException(String place, Throwable cause) {
    this(place, "", false, false, cause);
  }

  private DecryptionException(
      String place,
      String reason,
      boolean isKeyGone,
      boolean isOfOtherKey,
      @Nullable Throwable cause) {
    super(place + " cannot be decrypted" + reason, cause);
    this.isKeyGone = isKeyGone;
    this.isOfOtherKey = isOfOtherKey;
  }

  /** The key that it was written with was destroyed. */
  static DecryptionException ofKeyGone(String place) {
    return new DecryptionException(place, ": its key was destroyed", true, false, null);
  }

  /** A data key that another key-encryption key has wrapped than that of the store. */
  static DecryptionException ofOtherKey(String place, String keyId, Throwable cause) {
    String reason = ": key " + keyId + " has wrapped it, and the configured one does not unwrap it";
    return new DecryptionException(place, reason, false, true, cause);
  }

  /**
   * Whether the key that it was written with was destroyed: the scope was erased after the copy was
   * made that is read.
   */
  public boolean isKeyGone() {
    return isKeyGone;
  }

  /** Whether it is a data key that another key has wrapped than that of the store. */
  boolean isOfOtherKey() {
    return isOfOtherKey;
  }
}
