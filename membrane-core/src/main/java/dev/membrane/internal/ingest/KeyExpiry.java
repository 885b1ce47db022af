package dev.membrane.internal.ingest;

import dev.membrane.internal.keys.Queues;
import dev.membrane.internal.work.CommitRetry;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.store.MemoryStore;
import java.time.Instant;
import java.util.List;

/**
 * Removes expired idempotency keys and receipts of answers. It does not matter when, since an
 * expired key counts as absent. Safe for use by many threads, and on many nodes at once.
 */
public final class KeyExpiry {

  private static final int BATCH = 500;

  private final MemoryStore store;

  /** Sweeps a store. */
  public KeyExpiry(MemoryStore store) {
    this.store = store;
  }

  /**
   * Removes every key that is due, in commits of bounded size.
   *
   * @param now the instant of the sweep
   * @return how many were due
   */
  public int run(Instant now) {
    int total = 0;
    int removed;
    do {
      removed = CommitRetry.untilCommitted(() -> removeBatch(now));
      total += removed;
    } while (removed == BATCH);
    return total;
  }

  private int removeBatch(Instant now) {
    List<QueueRow> due = store.due(Queues.EXPIRY, now, BATCH);
    if (!due.isEmpty()) {
      Changeset.Builder changes = Changeset.builder();
      due.forEach(changes::done);
      store.find(due.stream().map(QueueRow::item).toList()).forEach(changes::removeKey);
      store.commit(changes.build());
    }
    return due.size();
  }
}
