package dev.membrane.internal.decay;

import dev.membrane.internal.access.ById;
import dev.membrane.internal.change.LearnedKeys;
import dev.membrane.internal.change.QueueRepair;
import dev.membrane.internal.change.Quotas;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.change.Retention;
import dev.membrane.internal.keys.EngineActors;
import dev.membrane.internal.keys.Queues;
import dev.membrane.internal.work.CommitRetry;
import dev.membrane.internal.work.WorkFailures;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.UnreadableRecordException;
import dev.membrane.spi.store.UnreadableScopeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the records whose time to be kept is over, as {@link Retention} says. A sweep looks only
 * at records that are due. Safe for use by many threads, and on many nodes at once.
 */
public final class Pruning {

  private static final Logger LOG = LoggerFactory.getLogger(Pruning.class);
  private static final int BATCH = 200;

  private final MemoryStore store;
  private final RecordChanges records;
  private final Retention retention;
  private final LearnedKeys learnedKeys;
  private final Quotas quotas;

  /**
   * Prunes a store.
   *
   * @param retention the one by which the records were scheduled; if it has changed since, they are
   *     scheduled anew
   * @param learnedKeys tell what was learned from
   */
  public Pruning(
      MemoryStore store, RecordChanges records, Retention retention, LearnedKeys learnedKeys) {
    this.store = store;
    this.records = records;
    this.retention = retention;
    this.learnedKeys = learnedKeys;
    this.quotas = new Quotas(store);
  }

  /**
   * Deletes what is due, in commits of bounded size, until nothing is or the thread is interrupted.
   *
   * @param now the instant of the sweep, in whole microseconds
   * @return how many records were deleted
   */
  public int run(Instant now) {
    return run(now, () -> {});
  }

  /**
   * As {@link #run(Instant)}, but before the first episode is deleted that was not learned from,
   * all is learned that can be: since it settled, no server may have run.
   *
   * @param learning if it fails, what is due is deleted all the same
   */
  public int run(Instant now, Runnable learning) {
    int total = 0;
    boolean hasLearned = false;
    PruningCommit batch;
    do {
      boolean learnedSoFar = hasLearned;
      batch = CommitRetry.untilCommitted(() -> pruneReadable(now, learnedSoFar));
      if (batch.hasToLearn()) {
        hasLearned = true;
        learn(learning);
      }
      total += batch.deleted();
    } while (batch.mayHaveMore() && !Thread.currentThread().isInterrupted());
    if (total > 0) {
      LOG.atInfo().addKeyValue("records", total).log("pruned");
    }
    return total;
  }

  /**
   * What one commit has done.
   *
   * @param mayHaveMore whether more can be due
   * @param hasToLearn whether it has done nothing, since something was not learned from yet
   */
  private record PruningCommit(boolean mayHaveMore, int deleted, boolean hasToLearn) {}

  private static void learn(Runnable learning) {
    try {
      learning.run();
    } catch (StoreUnavailableException away) {
      // The next sweep learns first.
      throw away;
    } catch (RuntimeException failure) {
      WorkFailures.log(LOG, "episodes are pruned that could not be learned from", failure);
    }
  }

  /** What cannot be read must not keep the others from being pruned. */
  private PruningCommit pruneReadable(Instant now, boolean hasLearned) {
    List<QueueRow> due = store.due(Queues.PRUNING, now, BATCH);
    try {
      return due.isEmpty() ? new PruningCommit(false, 0, false) : prune(due, now, hasLearned);
    } catch (UnreadableRecordException damaged) {
      LOG.error("a record cannot be read and is not pruned; tried again in a day", damaged);
      store.commit(QueueRepair.postponed(due, damaged, now));
      return new PruningCommit(true, 0, false);
    } catch (UnreadableScopeException damaged) {
      LOG.error("a scope cannot be read and is not pruned; tried again in a day", damaged);
      store.commit(QueueRepair.postponed(due, damaged, store, now));
      return new PruningCommit(true, 0, false);
    }
  }

  private PruningCommit prune(List<QueueRow> due, Instant now, boolean hasLearned) {
    Map<String, StoredRecord> found =
        store.get(due.stream().map(QueueRow::item).toList()).stream().collect(ById.records());
    Set<String> learned = learnedKeys.learned(List.copyOf(found.values()), store);
    if (!hasLearned && found.values().stream().anyMatch(it -> isLost(it, learned, now))) {
      return new PruningCommit(true, 0, true);
    }
    Changeset.Builder changes = Changeset.builder();
    List<String> deleted = new ArrayList<>();
    for (QueueRow row : due) {
      boolean isLearned = learned.contains(row.item());
      if (prune(row, Optional.ofNullable(found.get(row.item())), isLearned, now, changes)) {
        deleted.add(row.item());
      }
    }
    quotas.refund(deleted, changes);
    store.commit(changes.build());
    return new PruningCommit(due.size() == BATCH, deleted.size(), false);
  }

  private boolean isLost(StoredRecord stored, Set<String> learned, Instant now) {
    return stored.record().payload() instanceof EpisodicPayload
        && !learned.contains(stored.record().id())
        && retention
            .due(stored.record(), stored.anchor())
            .filter(due -> !due.at().isAfter(now))
            .isPresent();
  }

  /** Deletes the record, or notes when to look again; answers whether it was deleted. */
  private boolean prune(
      QueueRow row,
      Optional<StoredRecord> found,
      boolean isLearned,
      Instant now,
      Changeset.Builder changes) {
    changes.done(row);
    Optional<Retention.Due> due =
        found.flatMap(stored -> retention.due(stored.record(), stored.anchor(), isLearned));
    if (found.isEmpty() || due.isEmpty()) {
      return false;
    }
    if (due.get().at().isAfter(now)) {
      changes.enqueue(new QueueRow(Queues.PRUNING, row.item(), due.get().at(), 0));
      return false;
    }
    AuditEntry last =
        new AuditEntry(
            AuditAction.DELETE, EngineActors.PRUNING, now, "Pruned: " + due.get().reason());
    records.prune(found.get(), last, changes);
    return true;
  }
}
