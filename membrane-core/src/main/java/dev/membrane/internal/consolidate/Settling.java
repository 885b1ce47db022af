package dev.membrane.internal.consolidate;

import dev.membrane.internal.keys.Queues;
import dev.membrane.internal.work.CommitRetry;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.store.MemoryStore;
import java.time.Instant;
import java.util.List;

/** Hands the episodes that have settled to every stage. Not thread-safe. */
final class Settling {

  private static final int BATCH = 200;

  private final MemoryStore store;
  private final List<String> stages;
  private final Instant now;
  private final LearningProgress progress;

  /**
   * Hands over what has settled by an instant.
   *
   * @param stages the names of all stages
   */
  Settling(MemoryStore store, List<String> stages, Instant now, LearningProgress progress) {
    this.store = store;
    this.stages = stages;
    this.now = now;
    this.progress = progress;
  }

  /** Answers whether nothing more has settled. */
  boolean run() {
    int handled = 0;
    int settled;
    do {
      settled = CommitRetry.untilCommitted(this::settleBatch);
      handled += settled;
      progress.at("settling", handled);
    } while (settled == BATCH && progress.goesOn());
    return settled < BATCH;
  }

  private int settleBatch() {
    List<QueueRow> due = store.due(Queues.SETTLING, now, BATCH);
    if (due.isEmpty()) {
      return 0;
    }
    Changeset.Builder changes = Changeset.builder();
    for (QueueRow row : due) {
      changes.done(row);
      for (String stage : stages) {
        changes.enqueue(new QueueRow(Queues.learning(stage), row.item(), row.dueAt(), 0));
      }
    }
    store.commit(changes.build());
    return due.size();
  }
}
