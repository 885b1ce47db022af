package dev.membrane.store.jdbc.crypto;

/** Something stored cannot be decrypted: it was damaged, moved, or written with another key. */
public final class DecryptionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean isKeyGone;

  DecryptionException(String place) {
    this(place, false);
  }

  private DecryptionException(String place, boolean isKeyGone) {
    super(place + " cannot be decrypted" + (isKeyGone ? ": its key was destroyed" : ""));
    this.isKeyGone = isKeyGone;
  }

  DecryptionException(String place, Throwable cause) {
    super(place + " cannot be decrypted", cause);
    this.isKeyGone = false;
  }

  /** The key that it was written with was destroyed. */
  static DecryptionException ofKeyGone(String place) {
    return new DecryptionException(place, true);
  }

  /**
   * Whether the key that it was written with was destroyed: the scope was erased after the copy was
   * made that is read.
   */
  public boolean isKeyGone() {
    return isKeyGone;
  }
}
