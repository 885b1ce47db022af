package dev.membrane.store.jdbc;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Short digests that tell different texts apart. */
public final class Digests {

  private static final int BYTES = 16;

  private Digests() {}

  /** The first 128 bits, in hexadecimal, of the SHA-256 of all texts one after the other. */
  public static String of(String... texts) {
    MessageDigest digest = sha256();
    for (String text : texts) {
      digest.update(text.getBytes(StandardCharsets.UTF_8));
    }
    return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
