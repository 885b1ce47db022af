package dev.membrane.store.jdbc.crypto;

/** Something stored cannot be decrypted: it was damaged, moved, or written with another key. */
public final class DecryptionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  DecryptionException(String place) {
    super(place + " cannot be decrypted");
  }

  DecryptionException(String place, Throwable cause) {
    super(place + " cannot be decrypted", cause);
  }
}
