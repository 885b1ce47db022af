package dev.membrane.grpc;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The key that lets callers in, kept as a digest so that nothing can print it. Immutable. */
final class ApiKey {

  private final byte[] digest;

  private ApiKey(byte[] digest) {
    this.digest = digest;
  }

  /**
   * The key for a text.
   *
   * @throws IllegalArgumentException if the text cannot travel in a header
   */
  static ApiKey of(String text) {
    if (!text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new IllegalArgumentException("must be printable ASCII without blanks");
    }
    return new ApiKey(sha256(text));
  }

  /** Whether a text is the key. Takes as long for a near miss as for any other text. */
  boolean matches(String text) {
    return MessageDigest.isEqual(digest, sha256(text));
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
