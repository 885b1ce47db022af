package dev.membrane;

import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RecordView;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changes what is known, and how salient it is. Each call is one commit that changes old and new
 * records together, with relations, provenance and an audit entry on both sides. Of two concurrent
 * calls about one record one wins; reinforcements and penalties all take effect, one after the
 * other, and do not make another call lose.
 *
 * <p>What the draft of a new record leaves out comes from its predecessors: type, scope,
 * sensitivity, confidence, live salience (the highest) and lifecycle (that of the most salient),
 * but no tags. Only what comes from nothing but hearsay is hearsay again, with the tag and a
 * confidence of at most 0.5, unless its evidence or its sources have something else: not of a tool,
 * not had by the hearsay, and naming neither it nor what it was made of. Who holds {@code admin}
 * can state other tags or a higher confidence; of anybody else the higher confidence is refused.
 * The answer has the live salience and the audit log, or is redacted if the record is above what
 * the caller may see.
 *
 * <p>The rationale is kept in the audit log as given, and may be empty. Every method throws {@link
 * dev.membrane.schema.ValidationException} for a request that breaks a rule, {@link
 * NotFoundException} if the record does not exist or the caller may not know of it, {@link
 * AccessDeniedException} if the caller may only know that it exists, may not change it, chooses an
 * id without the right to, or lowers a sensitivity without the right to, {@link
 * FailedPreconditionException} if the record was changed at the same time, or a revision finds it
 * episodic, retracted or superseded, or a reinforcement or penalty finds it retracted or
 * superseded, or its deletion policy keeps it from being deleted, {@link AlreadyExistsException}
 * for an id that is taken, {@link QuotaExceededException} for a new record past the caller's quota,
 * {@link dev.membrane.spi.store.StoreUnavailableException}, and {@link ClosedException}. Safe for
 * use by many threads.
 */
public interface Revision {

  /** The same, but only for records that a trust context shows in full. */
  Revision under(TrustContext trust);

  /** Replaces a record by a new one. The old one is retracted and names the new one. */
  RecordView supersede(String oldId, RecordDraft successor, String rationale);

  /** Derives a new record, usually for certain conditions, from one that stays as it is. */
  RecordView fork(String sourceId, RecordDraft fork, String rationale);

  /**
   * Makes one record of several, which are retracted and name the new one.
   *
   * @param ids at least one, of records of one type and scope; the same id again counts once
   */
  RecordView merge(List<String> ids, RecordDraft merged, String rationale);

  /**
   * The record was useful: its live salience {@code s} becomes {@code max(s, min(1, s + gain))}.
   */
  void reinforce(String id, String rationale);

  /**
   * The record was not useful: its live salience {@code s} becomes {@code min(s, max(min_salience,
   * s - amount))}.
   *
   * @param amount finite, at least 0
   */
  void penalize(String id, double amount, String rationale);

  /** Withdraws a record without putting another in its place. */
  void retract(String id, String rationale);

  /**
   * Marks a record as contradicted. It is still retrieved.
   *
   * @param contestingRef what contradicts it: the id of a record that the caller sees, to which it
   *     then gets a relation, or evidence in words for the audit entry; may be empty, but not blank
   */
  void contest(String id, String contestingRef, String rationale);

  /**
   * Removes the content of a record for good. Its audit log stays, with the rationale as the last
   * entry.
   *
   * @throws FailedPreconditionException if the record's deletion policy is {@code never}
   */
  void delete(String id, String rationale);

  /**
   * As {@link #delete(String, String)}, whatever the record's deletion policy is. The last entry of
   * its audit log then says so if the policy was {@code never}.
   *
   * @throws AccessDeniedException also if the caller has no permission {@code admin}
   */
  void deleteOverridingPolicy(String id, String rationale);

  /**
   * As {@link #deleteEpisode(String, String, String)}, of the only scope of a caller who has one,
   * else of the episode that has no scope.
   */
  default List<String> deleteEpisode(String episode, String rationale) {
    return deleteEpisode(episode, null, rationale);
  }

  /**
   * Deletes an episode: all of its records that the caller sees in full, a few in each commit, the
   * first record last. If several episodes have the key, it is the one that began last, or the
   * caller's own that was under way then.
   *
   * @param scope null: the only scope of a caller who has one, else none; empty: none
   * @return the ids of the records that were deleted, the first of the episode first
   * @throws NotFoundException if the caller sees no such episode in full
   * @throws FailedPreconditionException if a record of it has the deletion policy {@code never}
   */
  List<String> deleteEpisode(String episode, @Nullable String scope, String rationale);

  /**
   * Erases records with everything that was learned from them and from nothing else. What was
   * learned from others, too, loses what it has from them: evidence, runs, counts, triggers,
   * argument defaults and failure modes. Rationales and idempotency keys go as well. Of each erased
   * record the audit log stays without rationales, and ends with the id of the proof.
   *
   * <p>Every record that names an erased one in its relations, sources or evidence is found, and so
   * are pruned records and former versions that had something of it. A record that names one only
   * within a text must be erased by its id.
   *
   * <p>Many records are erased in several commits. If the process ends or the thread is interrupted
   * meanwhile, the background jobs finish the erasure, within seconds of the next start or of the
   * interrupt. Without them the next erasure does so, or {@link Maintenance#prune}. Until then what
   * is left can be read.
   *
   * @throws AccessDeniedException also if the caller has no permission {@code admin}
   * @throws FailedPreconditionException if a record has the deletion policy {@code never} and the
   *     request does not override it, and nothing is erased then; or if the thread is interrupted,
   *     and the message says whether the erasure has begun
   */
  EraseReport erase(EraseRequest request);

  /**
   * What was erased, or would be.
   *
   * @param dryRun whether nothing was erased
   * @param proofId the id under which the audit log has the proof; empty for a dry run, and if
   *     nothing was found to erase
   * @param records how many of the records asked for were erased, by their types
   * @param learned how many records were erased because they were learned from those and from
   *     nothing else, by their types
   * @param changed how many records stay and lost what they had from those
   * @param pruned how many records that were deleted or pruned before lost what was kept of them:
   *     versions, rationales, or the run
   * @param idempotencyKeys how many idempotency keys and receipts of answers went
   * @param ids of the records asked for, the first {@value #MAX_IDS}
   * @param learnedIds of the records learned from those, the first {@value #MAX_IDS}
   * @param changedIds of the records that stay, the first {@value #MAX_IDS}
   * @param prunedIds of those that were gone before, the first {@value #MAX_IDS}
   * @param others ids of other records with all words of the subject, in any field that the caller
   *     is shown, the first of them, which are erased only if they are named; always empty but for
   *     a dry run by subject
   * @param othersTruncated whether there may be more others than these: at most 100 are told, and
   *     other forms of the words are looked for in 10,000 records with the rarest of them
   * @param digest over the ids and the last hashes of all audit logs of erased records, as the
   *     proof has it; empty where there is no proof
   * @param dataKeyDestroyed whether the data key of the erased scope is gone, so that no backup of
   *     an encrypted store can be read for this scope any more; it is kept if something of the
   *     scope stays, or if backups contain it anyway; null for another request, for a store that is
   *     not encrypted, where there is no proof, and for a caller who may not see all of the scope
   */
  record EraseReport(
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
      boolean othersTruncated,
      String digest,
      @Nullable Boolean dataKeyDestroyed) {

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
}
