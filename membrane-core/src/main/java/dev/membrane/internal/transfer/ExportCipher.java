package dev.membrane.internal.transfer;

import java.io.BufferedInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * How an export is encrypted. It begins with a line that says so, 32 random bytes, from which and
 * from the operator's key its own comes, and 32 bytes by which another key is recognised. Then come
 * chunks: a byte that is 1 for the last one, the length in four bytes, and the bytes, encrypted
 * with AES-256-GCM. The nonce is the number of the chunk; the first byte is authenticated with it.
 * So chunks that are missing, moved or added are found.
 */
final class ExportCipher {

  static final int CHUNK = 1 << 16;
  static final int TAG = 16;

  private static final String MAGIC = "membrane encrypted export 1\n";

  private static final int SALT = 32;
  private static final int NONCE = 12;
  private static final int BITS_OF_A_BYTE = 8;
  private static final String HMAC = "HmacSHA256";

  private final byte[] key;
  private long chunks;

  private ExportCipher(byte[] key) {
    this.key = key;
  }

  /** Begins an export: writes what stands before its chunks. */
  static ExportCipher begin(byte[] operatorKey, OutputStream out) throws IOException {
    byte[] salt = new byte[SALT];
    new SecureRandom().nextBytes(salt);
    DataOutputStream head = new DataOutputStream(out);
    head.write(ascii(MAGIC));
    head.write(salt);
    head.write(derive(operatorKey, "check", salt));
    head.flush();
    return new ExportCipher(derive(operatorKey, "chunks", salt));
  }

  /** Whether a stream, which is left where it is, begins as an encrypted export does. */
  static boolean isBegun(BufferedInputStream in) throws IOException {
    in.mark(MAGIC.length());
    byte[] first = in.readNBytes(MAGIC.length());
    in.reset();
    return Arrays.equals(first, ascii(MAGIC));
  }

  /**
   * Reads what stands before the chunks.
   *
   * @param operatorKey null: there is none
   * @throws MoveException if it was not encrypted with that key
   */
  static ExportCipher read(byte @Nullable [] operatorKey, InputStream in) throws IOException {
    if (operatorKey == null) {
      throw new MoveException("is encrypted; --key-file names the key");
    }
    var unused = in.readNBytes(MAGIC.length());
    byte[] salt = in.readNBytes(SALT);
    byte[] check = in.readNBytes(SALT);
    if (check.length < SALT) {
      throw truncated();
    }
    if (!MessageDigest.isEqual(check, derive(operatorKey, "check", salt))) {
      throw new MoveException("is encrypted with another key, or damaged");
    }
    return new ExportCipher(derive(operatorKey, "chunks", salt));
  }

  static MoveException truncated() {
    return new MoveException("is encrypted, and ends too early");
  }

  /** The next chunk, encrypted. */
  byte[] encrypt(byte last, byte[] bytes, int length) {
    try {
      return cipher(Cipher.ENCRYPT_MODE, last).doFinal(bytes, 0, length);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("the Java platform lacks AES-GCM", impossible);
    }
  }

  /**
   * The next chunk as it was.
   *
   * @throws MoveException if it is not that
   */
  byte[] decrypt(byte last, byte[] bytes) {
    try {
      return cipher(Cipher.DECRYPT_MODE, last).doFinal(bytes);
    } catch (GeneralSecurityException damaged) {
      throw new MoveException("is encrypted, and damaged", damaged);
    }
  }

  private Cipher cipher(int mode, byte last) throws GeneralSecurityException {
    byte[] nonce = ByteBuffer.allocate(NONCE).putLong(chunks++).array();
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG * BITS_OF_A_BYTE, nonce));
    cipher.updateAAD(new byte[] {last});
    return cipher;
  }

  private static byte[] derive(byte[] operatorKey, String purpose, byte[] salt) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(operatorKey, HMAC));
      mac.update(ascii("export " + purpose + " "));
      return mac.doFinal(salt);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("the Java platform lacks HMAC-SHA-256", impossible);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
