package dev.membrane.spi;

import dev.membrane.schema.AuditEntry;

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
   * Whether the content hash was made with a nonce, so that the content cannot be guessed from it.
   */
  public boolean isSalted() {
    return contentHash.startsWith(SALTED);
  }
}
