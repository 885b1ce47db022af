package dev.membrane.store.jdbc.crypto;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** AES and HMAC of the Java platform, with the parameters that are used here. */
final class Primitives {

  /** Of every key, in bytes. */
  static final int KEY = 32;

  static final int NONCE = 12;
  static final int TAG = 16;

  private static final int BITS_OF_A_BYTE = 8;
  private static final String HMAC = "HmacSHA256";
  private static final String AES = "AES";
  private static final String GCM = "AES/GCM/NoPadding";
  private static final String CTR = "AES/CTR/NoPadding";

  private Primitives() {}

  static byte[] random(int bytes) {
    byte[] random = new byte[bytes];
    new SecureRandom().nextBytes(random);
    return random;
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** HMAC-SHA-256, ready to be used again and again. */
  static Mac mac(byte[] key) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      return mac;
    } catch (GeneralSecurityException impossible) {
      throw missing(impossible);
    }
  }

  /** A key of its own for each purpose. */
  static byte[] derive(byte[] key, String purpose) {
    return mac(key).doFinal(utf8(purpose));
  }

  /** Encrypts into the rest of some bytes: a random nonce, the text, the tag. */
  static void encrypt(byte[] key, byte[] associated, byte[] text, byte[] into, int at) {
    byte[] nonce = random(NONCE);
    System.arraycopy(nonce, 0, into, at, NONCE);
    try {
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, GCM, key, gcm(nonce, 0));
      cipher.updateAAD(associated);
      cipher.doFinal(text, 0, text.length, into, at + NONCE);
    } catch (GeneralSecurityException impossible) {
      throw missing(impossible);
    }
  }

  /**
   * Decrypts what {@link #encrypt} has written from a place on.
   *
   * @throws GeneralSecurityException if it is not that
   */
  static byte[] decrypt(byte[] key, byte[] associated, byte[] from, int at)
      throws GeneralSecurityException {
    Cipher cipher = cipher(Cipher.DECRYPT_MODE, GCM, key, gcm(from, at));
    cipher.updateAAD(associated);
    return cipher.doFinal(from, at + NONCE, from.length - at - NONCE);
  }

  /** Encrypts or decrypts with a vector that is never used for another text. */
  static byte[] stream(byte[] key, byte[] vector, byte[] text) {
    try {
      return cipher(Cipher.ENCRYPT_MODE, CTR, key, new IvParameterSpec(vector)).doFinal(text);
    } catch (GeneralSecurityException impossible) {
      throw missing(impossible);
    }
  }

  private static GCMParameterSpec gcm(byte[] from, int at) {
    return new GCMParameterSpec(TAG * BITS_OF_A_BYTE, from, at, NONCE);
  }

  private static Cipher cipher(
      int mode, String transformation, byte[] key, AlgorithmParameterSpec parameters)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(transformation);
    cipher.init(mode, new SecretKeySpec(key, AES), parameters);
    return cipher;
  }

  private static IllegalStateException missing(GeneralSecurityException cause) {
    return new IllegalStateException("the Java platform lacks AES or HMAC-SHA-256", cause);
  }
}
