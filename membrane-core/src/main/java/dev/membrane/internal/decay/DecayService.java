package dev.membrane.internal.decay;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.FailedPreconditionException;
import dev.membrane.NotFoundException;
import dev.membrane.Permission;
import dev.membrane.internal.change.Quotas;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.change.Targets;
import dev.membrane.internal.engine.CommitRetry;
import dev.membrane.internal.engine.Mandate;
import dev.membrane.internal.engine.Texts;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.Anchor;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Stored;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Raises and lowers the salience of records, and deletes them. Each call is one commit; of calls
 * about one record at the same time all take effect, one after the other.
 *
 * <p>Every method throws {@link ValidationException} for a text that is too long, {@link
 * NotFoundException} if there is no such record that the caller may know of, {@link
 * AccessDeniedException} if the caller may only know that it is there or may not change it, and
 * {@link dev.membrane.spi.StoreUnavailableException}. Safe for use by many threads.
 */
public final class DecayService {

  private static final String PENALIZING = "penalizing";
  private static final String OVERRIDDEN = "Overrode the deletion_policy never";

  private final MemoryStore store;
  private final RecordChanges records;
  private final Targets targets;
  private final Quotas quotas;
  private final double defaultGain;
  private final InstantSource clock;

  /**
   * A service over a store.
   *
   * @param defaultGain what a reinforcement adds to a record that does not say so, 0 to 1
   * @param clock the time, cut to microseconds
   */
  public DecayService(
      MemoryStore store, RecordChanges records, double defaultGain, InstantSource clock) {
    this.store = store;
    this.records = records;
    this.targets = new Targets(store);
    this.quotas = new Quotas(store);
    this.defaultGain = defaultGain;
    this.clock = clock;
  }

  /**
   * The record was useful: its live salience {@code s} becomes {@code max(s, min(1, s + gain))}.
   *
   * @throws FailedPreconditionException if the record is retracted or superseded
   */
  public void reinforce(String id, Mandate mandate, Caller caller) {
    change(
        id,
        mandate,
        caller,
        "reinforcing",
        (seen, now, into) -> {
          double live = salienceOfActive(seen, now);
          double raised = Lifecycle.reinforced(live, gain(seen.record()));
          MemoryRecord after =
              seen.record().toBuilder()
                  .lifecycle(seen.record().lifecycle().withLastReinforcedAt(now))
                  .build();
          AuditEntry entry = entry(AuditAction.REINFORCE, mandate, caller, now);
          records.replace(seen, logged(after, entry), new Anchor(raised, now), into);
        });
  }

  /**
   * The record was of no use: its live salience {@code s} becomes {@code min(s, max(min_salience, s
   * - amount))}.
   *
   * @param amount finite, at least 0
   * @throws ValidationException {@code amount must be non-negative and finite}
   * @throws FailedPreconditionException if the record is retracted or superseded
   */
  public void penalize(String id, double amount, Mandate mandate, Caller caller) {
    caller.require(Permission.REVISE, PENALIZING);
    if (!(amount >= 0 && amount < Double.POSITIVE_INFINITY)) {
      throw ValidationException.worded("amount", "amount must be non-negative and finite");
    }
    change(
        id,
        mandate,
        caller,
        PENALIZING,
        (seen, now, into) -> {
          double live = salienceOfActive(seen, now);
          double lowered = seen.record().lifecycle().penalized(live, amount);
          AuditEntry entry = entry(AuditAction.DECAY, mandate, caller, now);
          records.replace(seen, logged(seen.record(), entry), new Anchor(lowered, now), into);
        });
  }

  /**
   * Removes the content of a record for good. Its audit log stays, with the mandate's rationale as
   * the last entry.
   *
   * @throws FailedPreconditionException if the record's deletion policy is {@code never}
   */
  public void delete(String id, Mandate mandate, Caller caller) {
    delete(id, false, mandate, caller);
  }

  /**
   * Like {@link #delete(String, Mandate, Caller)}, whatever the record's deletion policy is. The
   * last entry of its audit log then says so if the policy was {@code never}.
   *
   * @throws AccessDeniedException also if the caller has no permission {@code admin}
   */
  public void deleteOverridingPolicy(String id, Mandate mandate, Caller caller) {
    caller.require(Permission.ADMIN, "override_policy");
    delete(id, true, mandate, caller);
  }

  private void delete(String id, boolean isPolicyOverridden, Mandate mandate, Caller caller) {
    change(
        id,
        mandate,
        caller,
        "deleting",
        (seen, now, into) -> {
          boolean isNever = seen.record().lifecycle().deletionPolicy() == DeletionPolicy.NEVER;
          if (isNever && !isPolicyOverridden) {
            throw new FailedPreconditionException("the deletion_policy of the record is never");
          }
          Mandate said = isNever ? overriding(mandate) : mandate;
          records.delete(seen, entry(AuditAction.DELETE, said, caller, now), into);
          quotas.refund(List.of(seen.record().id()), into);
        });
  }

  private static Mandate overriding(Mandate mandate) {
    String reason = mandate.rationale();
    String said = reason.isEmpty() ? OVERRIDDEN : OVERRIDDEN + ": " + reason;
    return new Mandate(mandate.actor(), Texts.bounded(said), mandate.trust());
  }

  @FunctionalInterface
  private interface Step {
    void plan(Stored seen, Instant now, Changeset.Builder into);
  }

  private void change(String id, Mandate mandate, Caller caller, String doing, Step step) {
    caller.require(Permission.REVISE, doing);
    mandate.check();
    CommitRetry.untilCommitted(
        () -> {
          caller.requireWaiting();
          Changeset.Builder changes = Changeset.builder();
          Stored seen = targets.find(id, mandate.visibilityOf(caller), caller);
          step.plan(seen, clock.instant().truncatedTo(ChronoUnit.MICROS), changes);
          store.commit(changes.build());
          return seen;
        });
  }

  private static double salienceOfActive(Stored seen, Instant now) {
    if (seen.record().isRetired()) {
      throw new FailedPreconditionException("the record is retracted");
    }
    return seen.salienceAt(now);
  }

  private double gain(MemoryRecord record) {
    Double own = record.lifecycle().decay().reinforcementGain();
    return own == null ? defaultGain : own;
  }

  private static AuditEntry entry(AuditAction action, Mandate mandate, Caller caller, Instant now) {
    return new AuditEntry(action, mandate.actorFor(caller), now, mandate.rationale());
  }

  /** What was audited was changed, whether or not its salience could still move. */
  private static MemoryRecord logged(MemoryRecord record, AuditEntry entry) {
    return record.toBuilder()
        .updatedAt(entry.timestamp())
        .auditLog(RecordChanges.appended(record.auditLog(), entry))
        .build();
  }
}
