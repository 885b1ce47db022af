package dev.membrane.store.jdbc.crypto;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;

/**
 * The form of what is encrypted: a byte for the version of this form, four for the number of the
 * data key, twelve for the nonce, then the text and the tag. In columns of texts it is Base64 for
 * URLs, without padding.
 */
final class Sealed {

  /** As many bytes come to a text. */
  static final int MORE = 1 + Integer.BYTES + Primitives.NONCE + Primitives.TAG;

  private static final byte VERSION = 1;
  private static final int HEAD = 1 + Integer.BYTES;

  private Sealed() {}

  static byte[] seal(DataKey key, String place, byte[] text) {
    byte[] sealed = new byte[text.length + MORE];
    ByteBuffer.wrap(sealed).put(VERSION).putInt(key.id());
    byte[] associated = Primitives.utf8(place);
    Primitives.encrypt(key.contentKey(associated), associated, text, sealed, HEAD);
    return sealed;
  }

  /** The number of the key, to be looked up. */
  static int keyOf(String place, byte[] sealed) {
    if (sealed.length < MORE || sealed[0] != VERSION) {
      throw new DecryptionException(place);
    }
    return ByteBuffer.wrap(sealed).getInt(1);
  }

  static byte[] open(DataKey key, String place, byte[] sealed) {
    byte[] associated = Primitives.utf8(place);
    try {
      return Primitives.decrypt(key.contentKey(associated), associated, sealed, HEAD);
    } catch (GeneralSecurityException damaged) {
      throw new DecryptionException(place, damaged);
    }
  }

  static String encode(byte[] sealed) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(sealed);
  }

  static byte[] decode(String place, String encoded) {
    try {
      return Base64.getUrlDecoder().decode(encoded);
    } catch (IllegalArgumentException damaged) {
      throw new DecryptionException(place, damaged);
    }
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
