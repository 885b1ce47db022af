package dev.membrane.internal.consolidate;

import dev.membrane.ConsolidationResult.StageResult;
import dev.membrane.internal.access.ById;
import dev.membrane.internal.change.QueueRepair;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.keys.EngineActors;
import dev.membrane.internal.keys.Queues;
import dev.membrane.internal.work.CommitRetry;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.StoredRecord.Anchor;
import dev.membrane.spi.store.UnreadableRecordException;
import dev.membrane.spi.store.UnreadableScopeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fades episodes: each loses half of its salience once, a day after it was made. Unlike other
 * stages this one does not wait until an episode has settled, and learns nothing.
 */
public final class Compression implements StageWork {

  /** The name of the stage. */
  public static final String NAME = "episodic-compression";

  private static final Logger LOG = LoggerFactory.getLogger(Compression.class);

  private static final int BATCH = 100;

  /** No salience falls below this, or below the record's own floor if that is higher. */
  private static final double LEAST = 0.05;

  private final MemoryStore store;
  private final RecordChanges records;
  private final Instant now;
  private final LearningProgress progress;
  private boolean hasHandled;
  private int compressed;

  Compression(LearningContext learning, Instant now, LearningProgress progress) {
    this.store = learning.store();
    this.records = learning.records();
    this.now = now;
    this.progress = progress;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean hasHandled() {
    return hasHandled;
  }

  @Override
  public StageResult result() {
    return new StageResult(0, 0, compressed, 0);
  }

  @Override
  public boolean run() {
    CompressionCommit batch;
    do {
      batch = CommitRetry.untilCommitted(this::compressBatch);
      compressed += batch.compressed();
      progress.at(NAME, compressed);
    } while (batch.mayHaveMore() && progress.goesOn());
    return !batch.mayHaveMore();
  }

  /**
   * What one commit has done.
   *
   * @param mayHaveMore whether more can be due
   */
  private record CompressionCommit(boolean mayHaveMore, int compressed) {}

  private CompressionCommit compressBatch() {
    List<QueueRow> due = store.due(Queues.COMPRESSION, now, BATCH);
    try {
      return due.isEmpty() ? new CompressionCommit(false, 0) : compressBatch(due);
    } catch (UnreadableRecordException damaged) {
      LOG.error("a record cannot be read and is not compressed; tried again in a day", damaged);
      store.commit(QueueRepair.postponed(due, damaged, now));
      return new CompressionCommit(true, 0);
    } catch (UnreadableScopeException damaged) {
      LOG.error("a scope cannot be read and is not compressed; tried again in a day", damaged);
      store.commit(QueueRepair.postponed(due, damaged, store, now));
      return new CompressionCommit(true, 0);
    }
  }

  private CompressionCommit compressBatch(List<QueueRow> due) {
    Map<String, StoredRecord> found =
        store.get(due.stream().map(QueueRow::item).toList()).stream().collect(ById.records());
    Changeset.Builder changes = Changeset.builder();
    int count = 0;
    for (QueueRow row : due) {
      changes.done(row);
      StoredRecord stored = found.get(row.item());
      if (stored != null && compress(stored, changes)) {
        count++;
      }
    }
    store.commit(changes.build());
    hasHandled = true;
    return new CompressionCommit(due.size() == BATCH, count);
  }

  private boolean compress(StoredRecord stored, Changeset.Builder changes) {
    MemoryRecord record = stored.record();
    Double floor = record.lifecycle().decay().minSalience();
    double least = Math.max(LEAST, floor == null ? 0 : floor);
    double live = stored.salienceAt(now);
    if (record.lifecycle().pinned() || live <= least) {
      return false;
    }
    AuditEntry entry =
        new AuditEntry(AuditAction.DECAY, EngineActors.stage(NAME), now, "Compressed");
    MemoryRecord after = RecordChanges.logged(record, entry).build();
    records.replace(stored, after, new Anchor(Math.max(least, live / 2), now), changes);
    return true;
  }
}
