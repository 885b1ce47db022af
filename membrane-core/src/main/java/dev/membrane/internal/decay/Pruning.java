package dev.membrane.internal.decay;

import dev.membrane.internal.change.LearnedKeys;
import dev.membrane.internal.change.Quotas;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.change.Retention;
import dev.membrane.internal.change.UnreadableItem;
import dev.membrane.internal.keys.EngineActors;
import dev.membrane.internal.keys.Queues;
import dev.membrane.internal.work.CommitRetry;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.QueueRow;
import dev.membrane.spi.Stored;
import dev.membrane.spi.UnreadableRecordException;
import dev.membrane.spi.UnreadableScopeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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
    int total = 0;
    PruningCommit batch;
    do {
      batch = CommitRetry.untilCommitted(() -> pruneReadable(now));
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
   */
  private record PruningCommit(boolean mayHaveMore, int deleted) {}

  /** What cannot be read must not keep the others from being pruned. */
  private PruningCommit pruneReadable(Instant now) {
    List<QueueRow> due = store.due(Queues.PRUNING, now, BATCH);
    try {
      return due.isEmpty() ? new PruningCommit(false, 0) : prune(due, now);
    } catch (UnreadableRecordException damaged) {
      LOG.error("a record cannot be read and is not pruned; tried again in a day", damaged);
      store.commit(UnreadableItem.postponed(due, damaged, now));
      return new PruningCommit(true, 0);
    } catch (UnreadableScopeException damaged) {
      LOG.error("a scope cannot be read and is not pruned; tried again in a day", damaged);
      store.commit(UnreadableItem.postponed(due, damaged, store, now));
      return new PruningCommit(true, 0);
    }
  }

  private PruningCommit prune(List<QueueRow> due, Instant now) {
    Map<String, Stored> found =
        store.get(due.stream().map(QueueRow::item).toList()).stream()
            .collect(Collectors.toMap(stored -> stored.record().id(), stored -> stored));
    Set<String> learned = learnedKeys.learned(List.copyOf(found.values()), store);
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
    return new PruningCommit(due.size() == BATCH, deleted.size());
  }

  /** Deletes the record, or notes when to look again; answers whether it was deleted. */
  private boolean prune(
      QueueRow row,
      Optional<Stored> found,
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
