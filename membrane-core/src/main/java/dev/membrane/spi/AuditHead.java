package dev.membrane.spi;

import dev.membrane.schema.Sha256;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/**
 * A sum over all audit trails of a scope, which a store updates in the commit that changes them.
 * With it the removal of a whole trail is detected. The sum does not depend on the order of the
 * trails, so that a commit needs to know only what it changes.
 *
 * @param trails their number, with those of deleted records; in a difference, the change of that
 *     number
 * @param sum over all of them, modulo 2^256: SHA-256 of the id, a blank, and the hash of the last
 *     link (empty without one), in UTF-8; from 0 to 2^256 - 1
 */
public record AuditHead(long trails, BigInteger sum) {

  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(256);

  /** The head of no trail. */
  public static final AuditHead NONE = new AuditHead(0, BigInteger.ZERO);

  /** Reduces the sum. */
  public AuditHead {
    sum = sum.mod(MODULUS);
  }

  /** The head of one trail. */
  public static AuditHead of(String id, String lastHash) {
    byte[] text = (id + " " + lastHash).getBytes(StandardCharsets.UTF_8);
    return new AuditHead(1, new BigInteger(1, Sha256.digest().digest(text)));
  }

  /** The head of both together. */
  public AuditHead plus(AuditHead other) {
    return new AuditHead(trails + other.trails, sum.add(other.sum));
  }

  /** The difference. */
  public AuditHead minus(AuditHead other) {
    return new AuditHead(trails - other.trails, sum.subtract(other.sum));
  }
}
