package dev.membrane.store.memory;

import dev.membrane.spi.AuditHead;
import dev.membrane.spi.Embedding;
import dev.membrane.spi.KeptRun;
import dev.membrane.spi.Key;
import dev.membrane.spi.QueueRow;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What the store holds. Not thread-safe.
 *
 * @param rows the records by id
 * @param logs the audit log of every id that was ever used; what stays of a deleted record
 * @param heads what is noted of all logs of a scope; without one, under an empty one
 * @param embeddings the embeddings by record
 * @param keys the keys by name
 * @param queues the queue rows
 * @param runs the kept runs by id
 * @param embeddedAt the instants of the commits of embeddings, by record
 * @param pasts the former states by record, the oldest first
 * @param formerVectors the former embeddings by record
 */
record Tables(
    Map<String, Row> rows,
    NavigableMap<String, Log> logs,
    Map<String, AuditHead> heads,
    Map<String, Embedding> embeddings,
    Map<String, Key> keys,
    Map<QueuePlace, QueueRow> queues,
    Map<String, NumberedRun> runs,
    Map<String, Instant> embeddedAt,
    Map<String, List<Past>> pasts,
    Map<String, List<FormerVector>> formerVectors) {

  Tables() {
    this(
        new HashMap<>(),
        new TreeMap<>(),
        new HashMap<>(),
        new HashMap<>(),
        new HashMap<>(),
        new HashMap<>(),
        new HashMap<>(),
        new HashMap<>(),
        new HashMap<>(),
        new HashMap<>());
  }

  /** The former states of a record, the oldest first. */
  List<Past> pasts(String id) {
    return pasts.getOrDefault(id, List.of());
  }

  /**
   * An embedding that was there.
   *
   * @param from the instant of the commit that wrote it
   * @param until the instant of the commit that ended it
   */
  record FormerVector(Embedding embedding, Instant from, Instant until) {}

  /** A kept run, and what it is known by. */
  record NumberedRun(long number, KeptRun run) {}

  /** Where a queue row stands. */
  record QueuePlace(String queue, String item) {

    static QueuePlace of(QueueRow row) {
      return new QueuePlace(row.queue(), row.item());
    }
  }
}
