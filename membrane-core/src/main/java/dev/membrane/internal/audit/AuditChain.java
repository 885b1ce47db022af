package dev.membrane.internal.audit;

import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Sha256;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Chains the audit entries of each record. With {@code H} for SHA-256 of UTF-8 text in lower-case
 * hexadecimal, and every part preceded by its length in bytes and a colon,
 *
 * <pre>
 *   rationale hash = H(nonce, rationale)
 *   content hash   = "salted:" and H(the record's nonce, "record", its version,
 *                      JSON at its anchor's salience without audit log, anchor's instant)
 *                    or, after a deletion, H("tombstone", scope or nothing, sensitivity)
 *   hash           = H(hash before, id, action, actor, timestamp, rationale hash, content hash)
 * </pre>
 *
 * <p>where the hash before the first entry is empty. Only hashes of the rationale and the content
 * go into the chain, so that it can still be verified when those are erased: an erased rationale is
 * empty, and so is its nonce. Each change of a record has a nonce of its own. It is erased together
 * with the content after that change, so that nobody can guess a short erased text from its hash.
 * Entries from before there were nonces have {@code H("record", JSON, anchor's instant)} without
 * {@code salted:}. Thread-safe.
 */
public final class AuditChain {

  private static final RecordCodec CODEC = new RecordCodec();

  private final Supplier<String> nonces;

  /**
   * A chain.
   *
   * @param nonces gives a text that nobody can guess each time; safe for use by many threads
   */
  public AuditChain(Supplier<String> nonces) {
    this.nonces = nonces;
  }

  /**
   * The links of entries that follow one another.
   *
   * @param head the hash of the link before; empty: none
   * @param contentHash of the record after the change, or of what stays of it
   */
  public List<AuditLink> extend(
      String head, String id, List<AuditEntry> entries, String contentHash) {
    List<AuditLink> links = new ArrayList<>();
    String before = head;
    for (AuditEntry entry : entries) {
      AuditLink link = link(before, id, entry, nonces.get(), contentHash);
      links.add(link);
      before = link.hash();
    }
    return links;
  }

  /** A nonce for a record. */
  public String nonce() {
    return nonces.get();
  }

  /**
   * The hash of all that a record says.
   *
   * @param nonce the one that the record is given by the change, not empty
   * @param version the one that the record has after it
   */
  public static String contentHash(String nonce, long version, MemoryRecord record, Anchor anchor) {
    String at = anchor.at().toString();
    return AuditLink.SALTED
        + hash(nonce, "record", Long.toString(version), content(record, anchor), at);
  }

  /** The hash without a nonce, which anybody can make who guesses the record. */
  static String unsaltedHash(MemoryRecord record, Anchor anchor) {
    return hash("record", content(record, anchor), anchor.at().toString());
  }

  /** Whether a content hash was made with a nonce. */
  static boolean isSalted(String contentHash) {
    return contentHash.startsWith(AuditLink.SALTED);
  }

  private static String content(MemoryRecord record, Anchor anchor) {
    return CODEC.encode(record.toBuilder().salience(anchor.salience()).auditLog(List.of()).build());
  }

  /** The hash of what stays of a deleted record. */
  public static String tombstoneHash(@Nullable String scope, Sensitivity sensitivity) {
    return hash("tombstone", Objects.requireNonNullElse(scope, ""), sensitivity.wireName());
  }

  private static AuditLink link(
      String head, String id, AuditEntry entry, String nonce, String contentHash) {
    String rationaleHash = rationaleHash(nonce, entry.rationale());
    String hash = hash(head, id, entry, rationaleHash, contentHash);
    return new AuditLink(entry, nonce, rationaleHash, contentHash, hash);
  }

  /** Whether the rationale is the one that was written, or was erased. */
  static boolean isRationaleKept(AuditLink link) {
    String rationale = link.entry().rationale();
    boolean isErased = link.nonce().isEmpty() && rationale.isEmpty();
    return isErased || rationaleHash(link.nonce(), rationale).equals(link.rationaleHash());
  }

  /** The link that follows from a head and what is stored of an entry. */
  static AuditLink again(String head, String id, AuditLink stored) {
    return new AuditLink(
        stored.entry(),
        stored.nonce(),
        stored.rationaleHash(),
        stored.contentHash(),
        hash(head, id, stored.entry(), stored.rationaleHash(), stored.contentHash()));
  }

  private static String hash(
      String head, String id, AuditEntry entry, String rationaleHash, String contentHash) {
    return hash(
        head,
        id,
        entry.action().wireName(),
        entry.actor(),
        entry.timestamp().toString(),
        rationaleHash,
        contentHash);
  }

  private static String rationaleHash(String nonce, String rationale) {
    return hash(nonce, rationale);
  }

  private static String hash(String... parts) {
    StringBuilder text = new StringBuilder();
    for (String part : parts) {
      text.append(part.getBytes(StandardCharsets.UTF_8).length).append(':').append(part);
    }
    return Sha256.of(text.toString());
  }
}
