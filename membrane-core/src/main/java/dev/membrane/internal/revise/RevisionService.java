package dev.membrane.internal.revise;

import dev.membrane.AccessDeniedException;
import dev.membrane.AlreadyExistsException;
import dev.membrane.Caller;
import dev.membrane.FailedPreconditionException;
import dev.membrane.NotFoundException;
import dev.membrane.Permission;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.internal.change.Quotas;
import dev.membrane.internal.change.RecordAnswers;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.change.TargetLookup;
import dev.membrane.internal.change.Write;
import dev.membrane.internal.value.RecordIds;
import dev.membrane.internal.value.TextRules;
import dev.membrane.internal.work.CommitRetry;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.Limits;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.Visible;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Changes what is known. Each call is one commit that changes old and new records together, with
 * relations, provenance and an audit entry on both sides. If two calls revise one record at the
 * same time, one wins. A reinforcement in between does not make a revision fail.
 *
 * <p>A new record takes from its predecessors what the draft leaves out: type, scope, sensitivity,
 * confidence, live salience (of several: the highest) and lifecycle (of several: that of the most
 * salient, with the strictest deletion policy, and pinned if any is), but no tags, except that of
 * {@link KeptHearsay}. It is answered with its live salience and audit log, redacted if it is above
 * what the caller may see.
 *
 * <p>Every method throws {@link ValidationException} for a request that breaks a rule, {@link
 * NotFoundException} if there is no such record that the caller may know of, {@link
 * AccessDeniedException} if the caller may only know that it is there, may not change it, chooses
 * an id without the right to, or lowers a sensitivity without the right to, {@link
 * FailedPreconditionException} if the record is episodic, retracted, superseded, or was revised at
 * the same time, {@link AlreadyExistsException} for an id that is taken, {@link
 * dev.membrane.QuotaExceededException} for a new record past the caller's quota, and {@link
 * dev.membrane.spi.store.StoreUnavailableException}. Safe for use by many threads.
 */
public final class RevisionService {

  private static final String REVISING = "revising";

  private final MemoryStore store;
  private final TargetLookup targets;
  private final RecordAnswers answers;
  private final Predecessors predecessors;
  private final Successors successors;
  private final Quotas quotas;
  private final InstantSource clock;

  /**
   * A service over a store.
   *
   * @param clock the time, cut to microseconds
   * @param ids gives a new UUID version 7 each time; safe for use by many threads
   */
  public RevisionService(
      MemoryStore store, RecordChanges records, InstantSource clock, Supplier<String> ids) {
    this.store = store;
    this.targets = new TargetLookup(store);
    this.answers = new RecordAnswers(store);
    this.predecessors = new Predecessors(records);
    this.successors = new Successors(store, records, ids);
    this.quotas = new Quotas(store);
    this.clock = clock;
  }

  /** Replaces a record by a new one. The old one is retracted and says what superseded it. */
  public RecordView supersede(
      String oldId, RecordDraft successor, ChangeReason reason, Caller caller) {
    RecordIds.check("old_id", oldId);
    return create(
        List.of(oldId),
        successor,
        reason,
        caller,
        revision ->
            predecessors.retire(
                revision, AuditAction.REVISE, successors.supersede(revision, successor)));
  }

  /** Derives a new record, usually for certain conditions, from one that stays as it is. */
  public RecordView fork(String sourceId, RecordDraft fork, ChangeReason reason, Caller caller) {
    RecordIds.check("source_id", sourceId);
    return create(
        List.of(sourceId),
        fork,
        reason,
        caller,
        revision -> predecessors.keep(revision, successors.fork(revision, fork)));
  }

  /**
   * Makes one record of several, which are retracted and say what superseded them.
   *
   * @param ids at least one, of records of one type and scope; the same id again counts once
   * @throws ValidationException {@code ids must not be empty} for none
   */
  public RecordView merge(
      List<String> ids, RecordDraft merged, ChangeReason reason, Caller caller) {
    caller.require(Permission.REVISE, REVISING);
    if (ids.isEmpty()) {
      throw ValidationException.worded("ids", "ids must not be empty");
    }
    Limits.checkList("ids", ids);
    RecordIds.check("ids", ids);
    return create(
        ids,
        merged,
        reason,
        caller,
        revision ->
            predecessors.retire(revision, AuditAction.MERGE, successors.merge(revision, merged)));
  }

  /** Withdraws a record without putting another in its place. */
  public void retract(String id, ChangeReason reason, Caller caller) {
    RecordIds.check("id", id);
    change(List.of(id), reason, caller, predecessors::retract);
  }

  /**
   * Marks a record as contradicted. It is still retrieved.
   *
   * @param contestingRef what contradicts it: the id of a record, which it then relates to, if the
   *     caller sees it, else evidence in words for the audit entry; may be empty, but not blank
   */
  public void contest(String id, String contestingRef, ChangeReason reason, Caller caller) {
    RecordIds.check("id", id);
    TextRules.check("contesting_ref", contestingRef);
    if (!contestingRef.isEmpty() && Visible.isBlank(contestingRef)) {
      throw new ValidationException("contesting_ref", "must not be blank");
    }
    change(
        List.of(id),
        reason,
        caller,
        revision ->
            predecessors.contest(
                revision, contestingRef, targets.seen(contestingRef, revision.visibility())));
  }

  private RecordView create(
      List<String> ids,
      RecordDraft draft,
      ChangeReason reason,
      Caller caller,
      Function<RevisionAttempt, Write> plan) {
    Write write =
        change(
            ids,
            reason,
            caller,
            revision -> {
              Write planned = plan.apply(revision);
              quotas.charge(planned, draft, caller);
              return planned;
            });
    MemoryRecord record = write.record();
    return answers.committed(write, caller, reason.visibilityOf(caller), record.createdAt());
  }

  private Write change(
      List<String> ids, ChangeReason reason, Caller caller, Function<RevisionAttempt, Write> plan) {
    caller.require(Permission.REVISE, REVISING);
    reason.check();
    Visibility visibility = reason.visibilityOf(caller);
    RevisionConflict race = new RevisionConflict(store);
    return CommitRetry.untilCommitted(
        () ->
            quotas.inTurn(
                caller,
                () -> {
                  caller.requireWaiting();
                  List<StoredRecord> old = targets.find(ids, visibility, caller);
                  race.enter(old);
                  Write write =
                      plan.apply(
                          new RevisionAttempt(old, reason, caller, visibility, clock.instant()));
                  caller.requireWaiting();
                  store.commit(write.changes().build());
                  return write;
                }));
  }
}
