package dev.membrane.store.jdbc.crypto;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;

/**
 * Encrypts texts so that equal ones are equal, as unique columns need it: SIV (Rogaway and
 * Shrimpton, 2006) with HMAC-SHA-256, whose first 128 bits are the vector of AES-256-CTR.
 */
final class NameCipher {

  private static final int VECTOR = 16;

  private final byte[] macKey;
  private final byte[] streamKey;

  NameCipher(byte[] key) {
    macKey = Primitives.derive(key, "vectors of names");
    streamKey = Primitives.derive(key, "names");
  }

  String encrypt(String place, String name) {
    byte[] text = Primitives.utf8(name);
    byte[] vector = vector(place, text);
    byte[] hidden = Primitives.stream(streamKey, vector, text);
    byte[] all = Arrays.copyOf(vector, VECTOR + hidden.length);
    System.arraycopy(hidden, 0, all, VECTOR, hidden.length);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
  }

  String decrypt(String place, String form) {
    byte[] all = Sealed.decode(place, form);
    if (all.length < VECTOR) {
      throw new DecryptionException(place);
    }
    byte[] vector = Arrays.copyOf(all, VECTOR);
    byte[] text = Primitives.stream(streamKey, vector, Arrays.copyOfRange(all, VECTOR, all.length));
    if (!MessageDigest.isEqual(vector, vector(place, text))) {
      throw new DecryptionException(place);
    }
    return Sealed.text(text);
  }

  private byte[] vector(String place, byte[] text) {
    Mac mac = Primitives.mac(macKey);
    mac.update(Primitives.utf8(place));
    mac.update((byte) 0);
    return Arrays.copyOf(mac.doFinal(text), VECTOR);
  }
}
