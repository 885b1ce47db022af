package dev.membrane.internal.audit;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a verification of all audit logs and of the tables that a store keeps for them.
 *
 * @param records how many records were looked at, deleted ones included
 * @param entries how many entries they have
 * @param unsalted how many of these have a content hash without a nonce, from which somebody who
 *     guesses what a record said can tell that it did
 * @param head SHA-256 over the ids and the hashes of their last entries. A copy that is kept
 *     elsewhere shows later whether a whole log was removed or rewritten
 * @param faults how many faults were found
 * @param broken the first fault: faults of entries come first, in the order of the ids; null if
 *     there is none
 * @param erased how many records were erased with proofs, those of unfinished erasures included
 * @param versions how many former states are kept with their content
 * @param erasedVersions of how many former states an erasure has removed the content
 * @param erasures what the proofs say, in the order of their ids
 */
public record AuditReport(
    long records,
    long entries,
    long unsalted,
    String head,
    long faults,
    @Nullable Broken broken,
    long erased,
    long versions,
    long erasedVersions,
    List<ProvenErasure> erasures) {

  /** Copies the list. */
  public AuditReport {
    erasures = List.copyOf(erasures);
  }

  /**
   * An erasure.
   *
   * @param id of its proof
   * @param at when it ended
   * @param actor on whose behalf
   */
  public record ProvenErasure(String id, Instant at, String actor, ErasureProof proof) {}

  /**
   * Something that does not hold.
   *
   * @param id the record; null: it is about no single one
   * @param entry the place of the entry in its log, counted from 1; 0: it is about no entry
   * @param reason what is wrong with it
   */
  public record Broken(@Nullable String id, int entry, String reason) {

    @Override
    public String toString() {
      String where =
          id == null ? "" : "record " + id + (entry == 0 ? ": " : ", entry " + entry + ": ");
      return where + reason;
    }
  }
}
