package dev.membrane.server.internal.access;

import dev.membrane.schema.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** A key that lets callers in, kept as a digest so that nothing can print it. Immutable. */
final class ApiKey {

  private static final Pattern DIGEST = Pattern.compile("[0-9a-fA-F]{64}");

  private final byte[] digest;

  private ApiKey(byte[] digest) {
    this.digest = digest;
  }

  /**
   * The key for a text that the operator chose.
   *
   * @throws IllegalArgumentException if the text cannot travel in a header
   */
  static ApiKey of(String text) {
    if (!text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new IllegalArgumentException("must be printable ASCII without blanks");
    }
    return shown(text);
  }

  /**
   * The key for a digest that the operator made of it.
   *
   * @param hex SHA-256 of the key in ASCII, in 64 hexadecimal digits
   * @throws IllegalArgumentException if it is no such digest, or that of nothing, which an unset
   *     shell variable has
   */
  static ApiKey ofDigest(String hex) {
    if (!DIGEST.matcher(hex).matches()) {
      throw new IllegalArgumentException("must be 64 hexadecimal digits");
    }
    ApiKey key = new ApiKey(HexFormat.of().parseHex(hex));
    if (key.matches(shown(""))) {
      throw new IllegalArgumentException("is the digest of an empty key");
    }
    return key;
  }

  /** What a caller shows as a key, whatever it is. */
  static ApiKey shown(String text) {
    return new ApiKey(Sha256.digest().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Whether both are the same key. Takes as long for a near miss as for any other key. */
  boolean matches(ApiKey other) {
    return MessageDigest.isEqual(digest, other.digest);
  }
}
