package dev.membrane.spi;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * What a store notes of all audit trails of a scope together, in the commit that changes them, so
 * that a trail that is taken away as a whole is missed. It does not depend on the order in which
 * they came, so that a commit needs to know no more than what it changes.
 *
 * @param trails how many there are, those of deleted records included; as a difference, how many
 *     more
 * @param sum over all of them, modulo 2^256: SHA-256 of the id, a blank, and the hash of the last
 *     link (empty without one), in UTF-8; from 0 to 2^256 - 1
 */
public record AuditHead(long trails, BigInteger sum) {

  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(256);

  /** Of no trail. */
  public static final AuditHead NONE = new AuditHead(0, BigInteger.ZERO);

  /** Reduces the sum. */
  public AuditHead {
    sum = sum.mod(MODULUS);
  }

  /** One trail. */
  public static AuditHead of(String id, String lastHash) {
    byte[] text = (id + " " + lastHash).getBytes(StandardCharsets.UTF_8);
    return new AuditHead(1, new BigInteger(1, sha256().digest(text)));
  }

  /** Both. */
  public AuditHead plus(AuditHead other) {
    return new AuditHead(trails + other.trails, sum.add(other.sum));
  }

  /** The difference. */
  public AuditHead minus(AuditHead other) {
    return new AuditHead(trails - other.trails, sum.subtract(other.sum));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
