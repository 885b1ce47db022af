package dev.membrane.spi;

import dev.membrane.schema.AuditEntry;

/**
 * An audit entry and its place in the chain of its record. Stores keep it as given; the engine
 * computes the hashes, each with a SHA-256 in lower-case hexadecimal.
 *
 * @param entry what was done
 * @param nonce random text that is hashed with the rationale, so that the hash of a short rationale
 *     tells nothing
 * @param rationaleHash the hash of nonce and rationale
 * @param contentHash the hash of the record's content after the change, or of what stays of it
 * @param hash the hash of all of this and the link before
 */
public record AuditLink(
    AuditEntry entry, String nonce, String rationaleHash, String contentHash, String hash) {

  /** How the hash of a content begins that was hashed with a nonce. */
  public static final String SALTED = "salted:";

  /** Whether nobody can guess the content from its hash: it was hashed with a nonce. */
  public boolean isSalted() {
    return contentHash.startsWith(SALTED);
  }
}
