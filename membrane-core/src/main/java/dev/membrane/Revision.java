package dev.membrane;

import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RecordView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes what is known. Each call is one commit that changes old and new records together, with
 * relations, provenance and an audit entry on both sides. Of two calls about one record at the same
 * time one wins; a reinforcement in between does not count as such.
 *
 * <p>A new record takes from its predecessors what the draft leaves out: type, scope, sensitivity,
 * confidence, live salience (of several: the highest) and lifecycle (of several: that of the most
 * salient), but no tags. It is answered with its live salience and audit log, redacted if it is
 * above what the caller may see.
 *
 * <p>The rationale says why; it is kept in the audit log as given and may be empty. Every method
 * throws {@link dev.membrane.schema.ValidationException} for a request that breaks a rule, {@link
 * NotFoundException} if there is no such record that the caller may know of, {@link
 * AccessDeniedException} if the caller may only know that it is there, may not change it, chooses
 * an id without the right to, or lowers a sensitivity without the right to, {@link
 * FailedPreconditionException} if the record is episodic, retracted, superseded, or was revised at
 * the same time, {@link AlreadyExistsException} for an id that is taken, {@link
 * QuotaExceededException} for a new record past the caller's quota, {@link
 * dev.membrane.spi.StoreUnavailableException}, and {@link ClosedException}. Safe for use by many
 * threads.
 */
public interface Revision {

  /** The same, but only records may be named that are seen in full under a trust. */
  Revision under(TrustContext trust);

  /** Replaces a record by a new one. The old one is retracted and says what superseded it. */
  RecordView supersede(String oldId, RecordDraft successor, String rationale);

  /** Derives a new record, usually for certain conditions, from one that stays as it is. */
  RecordView fork(String sourceId, RecordDraft fork, String rationale);

  /**
   * Makes one record of several, which are retracted and say what superseded them.
   *
   * @param ids at least one, of records of one type and scope; the same id again counts once
   */
  RecordView merge(List<String> ids, RecordDraft merged, String rationale);

  /** Withdraws a record without putting another in its place. */
  void retract(String id, String rationale);

  /**
   * Marks a record as contradicted. It is still retrieved.
   *
   * @param contestingRef what contradicts it: the id of a record, which it then relates to, if the
   *     caller sees it, else evidence in words for the audit entry; may be empty
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
   * Deletes an episode: all records of it that the caller sees in full, a few in each commit and
   * the first of them last. Of those that have the key it is the one that began last.
   *
   * @param scope null: the only scope of a caller who has one, else none; empty: none
   * @return the ids of the records that were deleted, the first of the episode first
   * @throws NotFoundException if there is no such episode that the caller sees in full
   * @throws FailedPreconditionException if the deletion policy of a record of it is {@code never}
   */
  List<String> deleteEpisode(String episode, @Nullable String scope, String rationale);
}
