package dev.membrane.spi.store;

import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Sha256;
import dev.membrane.spi.commit.Change;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that was ever done to a record. It outlives the record.
 *
 * @param id the record's id
 * @param scope the scope that it has or, if it is deleted, had; null: none
 * @param sensitivity the sensitivity that it has or had
 * @param stored the record as it is now, read together with its links; null if it is deleted or
 *     damaged
 * @param damage why the record cannot be read; null if it can, or is deleted
 * @param links the whole chain, oldest first
 * @param nonce the nonce of the record's last change, see {@link Change.Insert#nonce}; empty if the
 *     record is deleted
 */
public record AuditTrail(
    String id,
    @Nullable String scope,
    Sensitivity sensitivity,
    @Nullable StoredRecord stored,
    @Nullable String damage,
    List<AuditLink> links,
    String nonce) {

  /** Copies the links. */
  public AuditTrail {
    links = List.copyOf(links);
  }

  /** A trail without a nonce. */
  public AuditTrail(
      String id,
      @Nullable String scope,
      Sensitivity sensitivity,
      @Nullable StoredRecord stored,
      @Nullable String damage,
      List<AuditLink> links) {
    this(id, scope, sensitivity, stored, damage, links, "");
  }

  /** The entries without their hashes. */
  public List<AuditEntry> entries() {
    return links.stream().map(AuditLink::entry).toList();
  }

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

  /**
   * An audit entry and its place in the chain of its record. Stores keep it as given; the engine
   * computes the hashes, each with a SHA-256 in lower-case hexadecimal.
   *
   * @param entry what was done
   * @param nonce random text that is hashed with the rationale, so that a short rationale cannot be
   *     guessed from its hash
   * @param rationaleHash the hash of nonce and rationale
   * @param contentHash the hash of the record's content after the change, or of what is left of it
   * @param hash the hash of all of this and the link before
   */
  public record AuditLink(
      AuditEntry entry, String nonce, String rationaleHash, String contentHash, String hash) {

    /** The prefix of a content hash that was made with a nonce. */
    public static final String SALTED = "salted:";

    /**
     * Whether the content hash was made with a nonce, so that the content cannot be guessed from
     * it.
     */
    public boolean isSalted() {
      return contentHash.startsWith(SALTED);
    }
  }
}
