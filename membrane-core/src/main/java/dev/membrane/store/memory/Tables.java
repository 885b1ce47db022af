package dev.membrane.store.memory;

import dev.membrane.schema.RedactedRecord;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.AuditTrail.AuditHead;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.store.memory.EndedStates.Ended;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
 * @param formerKeys the former values of keys by name, in the order of their ends
 * @param formerRuns the former kept runs by id, likewise
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
    Map<String, List<FormerVector>> formerVectors,
    Map<String, List<Ended<Key>>> formerKeys,
    Map<String, List<Ended<KeptRun>>> formerRuns) {

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
        new HashMap<>(),
        new HashMap<>(),
        new HashMap<>());
  }

  /** The former states of a record, the oldest first. */
  List<Past> pasts(String id) {
    return pasts.getOrDefault(id, List.of());
  }

  /** The place of an insert among all, 0 of an empty id; null if there never was one of that id. */
  @Nullable Long arrival(String id) {
    if (id.isEmpty()) {
      return 0L;
    }
    Log log = logs.get(id);
    return log == null ? null : (Long) log.arrival();
  }

  AuditTrail trail(String id, Log log) {
    Row row = rows.get(id);
    return new AuditTrail(
        id,
        log.scope(),
        log.sensitivity(),
        row == null ? null : stored(row),
        null,
        log.links(),
        row == null ? "" : row.nonce());
  }

  /** The trails of the ids that follow one. */
  List<AuditTrail> trails(String after, int limit) {
    return logs.tailMap(after, false).entrySet().stream()
        .limit(limit)
        .map(log -> trail(log.getKey(), log.getValue()))
        .toList();
  }

  /** The ids of deleted records that follow one, and would be seen. */
  List<String> deleted(Visibility visibility, String after, int limit) {
    return logs.tailMap(after, false).entrySet().stream()
        .filter(log -> !rows.containsKey(log.getKey()))
        .filter(log -> visibility.sees(log.getValue().scope(), log.getValue().sensitivity()))
        .map(Map.Entry::getKey)
        .limit(limit)
        .toList();
  }

  /** The logs that began after a place among all arrivals, in this order. */
  Stream<Map.Entry<String, Log>> logsAfter(long arrival) {
    return logs.entrySet().stream()
        .filter(log -> log.getValue().arrival() > arrival)
        .sorted(Comparator.comparingLong(log -> log.getValue().arrival()));
  }

  @Nullable RecordHeader header(String id, Instant at) {
    Row row = rows.get(id);
    if (row != null) {
      return RecordHeader.of(RedactedRecord.of(row.stored().at(at)), 0);
    }
    Log log = logs.get(id);
    return log == null ? null : RecordHeader.deleted(id, log.scope(), log.sensitivity());
  }

  /** A record with what it carries of its log. */
  StoredRecord stored(Row row) {
    StoredRecord stored = row.stored();
    Log log = Objects.requireNonNull(logs.get(row.record().id()), "a record without a log");
    return new StoredRecord(
        stored.record().withAuditLog(log.excerpt()), stored.version(), stored.anchor(), log.head());
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
