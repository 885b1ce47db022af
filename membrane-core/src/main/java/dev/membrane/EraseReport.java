package dev.membrane;

import dev.membrane.schema.MemoryType;
import java.util.List;
import java.util.Map;

/**
 * What was erased, or would be.
 *
 * @param dryRun whether nothing was erased
 * @param proofId the id under which the audit log has the proof; empty for a dry run, and if
 *     nothing was found to erase
 * @param records how many of the records asked for were erased, by their types
 * @param learned how many records were erased because they were learned from those and from nothing
 *     else, by their types
 * @param changed how many records stay and lost what they had from those
 * @param pruned how many records that were deleted or pruned before lost what was kept of them:
 *     versions, rationales, or the run
 * @param idempotencyKeys how many idempotency keys and receipts of answers went
 * @param ids of the records asked for, the first {@value #MAX_IDS}
 * @param learnedIds of the records learned from those, the first {@value #MAX_IDS}
 * @param changedIds of the records that stay, the first {@value #MAX_IDS}
 * @param prunedIds of those that were gone before, the first {@value #MAX_IDS}
 * @param others ids of other records with the words of the subject, the first of them, which are
 *     erased only if they are named; always empty but for a dry run by subject
 * @param digest over the ids and the last hashes of all audit logs of erased records, as the proof
 *     has it; empty where there is no proof
 */
public record EraseReport(
    boolean dryRun,
    String proofId,
    Map<MemoryType, Long> records,
    Map<MemoryType, Long> learned,
    long changed,
    long pruned,
    long idempotencyKeys,
    List<String> ids,
    List<String> learnedIds,
    List<String> changedIds,
    List<String> prunedIds,
    List<String> others,
    String digest) {

  /** The most ids in each of the lists. */
  public static final int MAX_IDS = 1_000;

  /** Copies the collections. */
  public EraseReport {
    records = Map.copyOf(records);
    learned = Map.copyOf(learned);
    ids = List.copyOf(ids);
    learnedIds = List.copyOf(learnedIds);
    changedIds = List.copyOf(changedIds);
    prunedIds = List.copyOf(prunedIds);
    others = List.copyOf(others);
  }
}
