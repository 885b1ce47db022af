package dev.membrane.internal.embed;

import dev.membrane.Maintenance.EmbeddingResult;
import dev.membrane.internal.access.ById;
import dev.membrane.internal.keys.Queues;
import dev.membrane.internal.text.RecordText;
import dev.membrane.internal.work.CallsUnderWay;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.ModelException;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.UnreadableRecordException;
import dev.membrane.spi.store.Vector;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Embeds records that are queued. Vectors and the mark that they were made are one commit. A record
 * that keeps others from being embedded is set aside. Thread-safe.
 */
final class RecordEmbedder {

  private static final Logger LOG = LoggerFactory.getLogger(RecordEmbedder.class);

  /** How many of what was set aside are known by their ids. */
  private static final int MAX_KNOWN = 1_000;

  private final MemoryStore store;
  private final Embedder embedder;
  private final InstantSource clock;
  private final CallsUnderWay calls;
  private final Set<String> aside = ConcurrentHashMap.newKeySet();

  /**
   * Embeds records of a store.
   *
   * @param calls what leaves processors to spare
   */
  RecordEmbedder(MemoryStore store, Embedder embedder, InstantSource clock, CallsUnderWay calls) {
    this.store = store;
    this.embedder = embedder;
    this.clock = clock;
    this.calls = calls;
  }

  /**
   * Embeds the records of some rows.
   *
   * @throws ModelException if the model cannot be reached at the moment
   */
  EmbeddingResult embed(List<QueueRow> rows) {
    try {
      return new EmbeddingResult(embedAtOnce(rows), 0);
    } catch (ConflictException | ModelException | UnreadableRecordException failure) {
      rethrowUnlessPermanent(failure);
      LOG.debug("a batch of {} cannot be embedded at once", rows.size(), failure);
      return rows.stream().map(this::alone).reduce(EmbeddingResult.NOTHING, EmbeddingResult::plus);
    }
  }

  /** What is the model's fault is not the record's, and no reason to give that up. */
  static void rethrowUnlessPermanent(RuntimeException failure) {
    if (failure instanceof ModelException model && !model.isPermanent()) {
      throw model;
    }
  }

  private EmbeddingResult alone(QueueRow row) {
    try {
      return new EmbeddingResult(embedAtOnce(List.of(row)), 0);
    } catch (ConflictException changed) {
      LOG.debug("record {} changed meanwhile and comes up again", row.item(), changed);
      return new EmbeddingResult(0, 0);
    } catch (ModelException | UnreadableRecordException failure) {
      rethrowUnlessPermanent(failure);
      return new EmbeddingResult(0, setAside(row, failure) ? 1 : 0);
    }
  }

  private int embedAtOnce(List<QueueRow> rows) {
    Map<String, StoredRecord> records =
        store.get(rows.stream().map(QueueRow::item).toList()).stream()
            .filter(stored -> embedder.maxSensitivity().covers(stored.record().sensitivity()))
            .collect(ById.records());
    Changeset.Builder changes = Changeset.builder();
    rows.forEach(changes::done);
    List<String> ids = List.copyOf(records.keySet());
    List<float[]> numbers =
        ids.isEmpty() ? List.of() : embedder.embed(texts(ids, records), calls::spare);
    for (int i = 0; i < ids.size(); i++) {
      Vector vector = Vector.of(numbers.get(i));
      changes.embed(new Embedding(ids.get(i), embedder.model(), vector));
    }
    store.commit(changes.build());
    return ids.size();
  }

  private static List<String> texts(List<String> ids, Map<String, StoredRecord> records) {
    List<String> texts = new ArrayList<>();
    for (String id : ids) {
      StoredRecord stored = records.get(id);
      texts.add(stored == null ? "" : RecordText.textOf(stored.record()));
    }
    return texts;
  }

  /** Its row stays, so that it is seen, in a queue that nobody works on. */
  private boolean setAside(QueueRow row, RuntimeException failure) {
    QueueRow later =
        new QueueRow(
            Queues.aside(Queues.EMBEDDING), row.item(), clock.instant(), row.attempts() + 1);
    try {
      store.commit(Changeset.builder().done(row).enqueue(later).build());
    } catch (ConflictException changed) {
      LOG.debug("record {} changed meanwhile and comes up again", row.item(), changed);
      return false;
    }
    LOG.warn("record {} cannot be embedded, set aside: {}", row.item(), failure.getMessage());
    if (aside.size() < MAX_KNOWN) {
      aside.add(row.item());
    }
    return true;
  }

  /** Whether this has set a record aside, so that to try it again would be in vain. */
  boolean isAside(String id) {
    return aside.contains(id);
  }
}
