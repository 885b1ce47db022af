package dev.membrane.internal.decay;

import static java.util.stream.Collectors.toCollection;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.FailedPreconditionException;
import dev.membrane.NotFoundException;
import dev.membrane.Permission;
import dev.membrane.internal.access.KnownRecords;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.internal.change.PolicyDefaults;
import dev.membrane.internal.change.Quotas;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.change.TargetLookup;
import dev.membrane.internal.episode.EpisodeParts;
import dev.membrane.internal.episode.EpisodeParts.EpisodeSpan;
import dev.membrane.internal.episode.LatestEpisode;
import dev.membrane.internal.value.RecordIds;
import dev.membrane.internal.value.TextRules;
import dev.membrane.internal.work.CommitRetry;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Raises and lowers the salience of records, and deletes them. Each call is one commit; of calls
 * about one record at the same time all take effect, one after the other.
 *
 * <p>Every method throws {@link ValidationException} for a text that is too long, {@link
 * NotFoundException} if there is no such record that the caller may know of, {@link
 * AccessDeniedException} if the caller may only know that it is there or may not change it, and
 * {@link dev.membrane.spi.store.StoreUnavailableException}. Safe for use by many threads.
 */
public final class DecayService {

  private static final String PENALIZING = "penalizing";
  private static final String DELETING = "deleting";
  private static final String OVERRIDDEN = "Overrode the deletion_policy never";

  /** How many records of an episode are read at a time; usually they have 100 KB each. */
  private static final int AT_ONCE = 8;

  private final MemoryStore store;
  private final RecordChanges records;
  private final TargetLookup targets;
  private final PrunedVersions pruned;
  private final Quotas quotas;
  private final PolicyDefaults defaults;
  private final InstantSource clock;

  /**
   * A service over a store.
   *
   * @param defaults what a reinforcement adds to a record that does not say so
   * @param clock the time, cut to microseconds
   */
  public DecayService(
      MemoryStore store, RecordChanges records, PolicyDefaults defaults, InstantSource clock) {
    this.store = store;
    this.records = records;
    this.targets = new TargetLookup(store);
    this.pruned = new PrunedVersions(store);
    this.quotas = new Quotas(store);
    this.defaults = defaults;
    this.clock = clock;
  }

  /**
   * Reinforces a record that was useful: its live salience {@code s} becomes {@code max(s, min(1, s
   * + gain))}.
   *
   * @throws FailedPreconditionException if the record is retracted or superseded
   */
  public void reinforce(String id, ChangeReason reason, Caller caller) {
    change(
        id,
        reason,
        caller,
        "reinforcing",
        (seen, now, into) -> {
          double live = salienceOfActive(seen, now);
          double raised = Lifecycle.reinforced(live, defaults.gainOf(seen.record()));
          AuditEntry entry = entry(AuditAction.REINFORCE, reason, caller, now);
          MemoryRecord after =
              RecordChanges.logged(seen.record(), entry)
                  .lifecycle(seen.record().lifecycle().withLastReinforcedAt(now))
                  .build();
          records.replace(seen, after, new Anchor(raised, now), into);
        });
  }

  /**
   * Penalizes a record that was of no use: its live salience {@code s} becomes {@code min(s,
   * max(min_salience, s - amount))}.
   *
   * @param amount finite, at least 0
   * @throws ValidationException {@code amount must be non-negative and finite}
   * @throws FailedPreconditionException if the record is retracted or superseded
   */
  public void penalize(String id, double amount, ChangeReason reason, Caller caller) {
    caller.require(Permission.REVISE, PENALIZING);
    if (!(amount >= 0 && amount < Double.POSITIVE_INFINITY)) {
      throw ValidationException.worded("amount", "amount must be non-negative and finite");
    }
    change(
        id,
        reason,
        caller,
        PENALIZING,
        (seen, now, into) -> {
          double live = salienceOfActive(seen, now);
          double lowered = seen.record().lifecycle().penalized(live, amount);
          AuditEntry entry = entry(AuditAction.DECAY, reason, caller, now);
          // What was audited was changed, whether or not its salience could still move.
          MemoryRecord after = RecordChanges.logged(seen.record(), entry).build();
          records.replace(seen, after, new Anchor(lowered, now), into);
        });
  }

  /**
   * Removes the content of a record for good. Its audit log stays, with the rationale as the last
   * entry. Of a record that was pruned, the versions are removed, and its log stays as it is.
   *
   * @throws FailedPreconditionException if the record's deletion policy is {@code never}
   */
  public void delete(String id, ChangeReason reason, Caller caller) {
    delete(id, false, reason, caller);
  }

  /**
   * Like {@link #delete(String, ChangeReason, Caller)}, whatever the record's deletion policy is.
   * The last entry of its audit log then says so if the policy was {@code never}.
   *
   * @throws AccessDeniedException also if the caller has no permission {@code admin}
   */
  public void deleteOverridingPolicy(String id, ChangeReason reason, Caller caller) {
    caller.require(Permission.ADMIN, "override_policy", "override_policy");
    delete(id, true, reason, caller);
  }

  /**
   * Deletes the episode that a key means: all of its records that the caller sees in full. A commit
   * deletes a few of them. The first record of the episode is deleted last, so that the key means
   * this episode until all of it is gone.
   *
   * @param scope null: the only scope of a caller who has one, else none; empty: none
   * @return the ids of the records that were deleted, the first of the episode first
   * @throws FailedPreconditionException if the deletion policy of a record of it is {@code never}
   */
  public List<String> deleteEpisode(
      String episode, @Nullable String scope, ChangeReason reason, Caller caller) {
    caller.require(Permission.REVISE, DELETING);
    reason.checkAs("reason");
    Visibility visibility = reason.visibilityOf(caller);
    String first = LatestEpisode.of(episode, scope, visibility, caller).first(store);
    Deque<String> deleted = new ArrayDeque<>();
    List<String> last;
    do {
      last = CommitRetry.untilCommitted(() -> deleteLast(first, visibility, reason, caller));
      last.forEach(deleted::addFirst);
    } while (!last.isEmpty() && !last.contains(first));
    return List.copyOf(deleted);
  }

  /**
   * Deletes the last records of an episode.
   *
   * @return their ids, the last first; none if none is left
   */
  private List<String> deleteLast(
      String first, Visibility visibility, ChangeReason reason, Caller caller) {
    caller.requireWaiting();
    EpisodeParts parts = new EpisodeParts(store);
    Optional<Key> key = parts.key(first);
    List<String> ids = seen(parts.from(first), visibility);
    List<String> last = ids.subList(0, Math.min(AT_ONCE, ids.size()));
    Changeset.Builder changes = Changeset.builder();
    if (last.contains(first)) {
      // Else a record that was added since would be left without its episode.
      key.ifPresent(changes::removeKey);
    }
    Instant now = clock.instant();
    for (StoredRecord seen : targets.find(last, visibility, caller)) {
      requireDeletable(seen);
      records.delete(seen, entry(AuditAction.DELETE, reason, caller, now), changes);
    }
    quotas.refund(last, changes);
    store.commit(changes.build());
    return last;
  }

  /** The ids of the records that are seen and not deleted, the last first. */
  private List<String> seen(List<EpisodeSpan> parts, Visibility visibility) {
    List<String> ids =
        new KnownRecords(store, visibility)
            .inFull(parts.stream().map(EpisodeSpan::id).toList()).stream()
                .map(RecordHeader::id)
                .collect(toCollection(ArrayList::new));
    Collections.reverse(ids);
    return ids;
  }

  private void delete(String id, boolean isPolicyOverridden, ChangeReason reason, Caller caller) {
    caller.require(Permission.REVISE, DELETING);
    reason.checkAs("reason");
    if (pruned.delete(id, reason.visibilityOf(caller), caller)) {
      return;
    }
    change(
        id,
        reason,
        caller,
        DELETING,
        (seen, now, into) -> {
          boolean isNever = isNever(seen);
          if (!isPolicyOverridden) {
            requireDeletable(seen);
          }
          ChangeReason said = isNever ? overriding(reason) : reason;
          records.delete(seen, entry(AuditAction.DELETE, said, caller, now), into);
          quotas.refund(List.of(seen.record().id()), into);
        });
  }

  private static boolean isNever(StoredRecord seen) {
    return seen.record().lifecycle().deletionPolicy() == DeletionPolicy.NEVER;
  }

  private static void requireDeletable(StoredRecord seen) {
    if (isNever(seen)) {
      throw FailedPreconditionException.neverDeleted(seen.record().id());
    }
  }

  private static ChangeReason overriding(ChangeReason reason) {
    String rationale = reason.rationale();
    String said = rationale.isEmpty() ? OVERRIDDEN : OVERRIDDEN + ": " + rationale;
    return new ChangeReason(reason.actor(), TextRules.bounded(said), reason.trust());
  }

  @FunctionalInterface
  private interface DecayStep {
    void plan(StoredRecord seen, Instant now, Changeset.Builder into);
  }

  private void change(String id, ChangeReason reason, Caller caller, String doing, DecayStep step) {
    caller.require(Permission.REVISE, doing);
    RecordIds.check("id", id);
    reason.check();
    CommitRetry.untilCommitted(
        () -> {
          caller.requireWaiting();
          Changeset.Builder changes = Changeset.builder();
          StoredRecord seen = targets.find(id, reason.visibilityOf(caller), caller);
          step.plan(seen, clock.instant(), changes);
          store.commit(changes.build());
          return seen;
        });
  }

  private static double salienceOfActive(StoredRecord seen, Instant now) {
    if (seen.record().isRetired()) {
      throw new FailedPreconditionException(
          "record " + seen.record().id() + " is retracted, and its salience cannot be changed");
    }
    return seen.salienceAt(now);
  }

  private static AuditEntry entry(
      AuditAction action, ChangeReason reason, Caller caller, Instant now) {
    return new AuditEntry(action, reason.actorFor(caller), now, reason.rationale());
  }
}
