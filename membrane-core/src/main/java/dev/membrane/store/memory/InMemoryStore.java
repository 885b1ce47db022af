package dev.membrane.store.memory;

import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Arrivals;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Neighbours;
import dev.membrane.spi.search.RunMatches;
import dev.membrane.spi.search.Terms.RecordCounts;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.AuditTrail.AuditHead;
import dev.membrane.spi.store.Contents;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.Statistics;
import dev.membrane.spi.store.Statistics.QueueLoad;
import dev.membrane.spi.store.Statistics.ScopeCount;
import dev.membrane.spi.store.StoreReader.Inspection;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.Vectors;
import dev.membrane.store.memory.Tables.NumberedRun;
import dev.membrane.store.memory.Tables.QueuePlace;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A store that keeps everything in the memory of the process and loses it when it is closed or the
 * process ends. It answers searches and figures by looking at every record, so they take time in
 * proportion to how much is stored: made for tests, trials and some ten thousand records, not for
 * an archive.
 *
 * <p>Safe for use by many threads: reads run side by side, a commit runs alone.
 */
public final class InMemoryStore implements MemoryStore {

  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final Tables tables = new Tables();
  private final Vectors vectors = new ScannedVectors(tables, this::reading);
  private final History history = new ScannedHistory(tables, this::reading);
  private boolean closed;

  /** An empty store. */
  public InMemoryStore() {}

  @Override
  public List<StoredRecord> get(Collection<String> ids) {
    return reading(() -> each(ids, tables.rows()::get).map(tables::stored).toList());
  }

  @Override
  public List<RecordHeader> headers(Collection<String> ids, Instant at) {
    return reading(() -> each(ids, id -> tables.header(id, at)).toList());
  }

  @Override
  public List<Key> find(Collection<String> names) {
    return reading(() -> each(names, tables.keys()::get).toList());
  }

  @Override
  public List<Key> keys(String prefix, String after, int limit) {
    return reading(
        () ->
            tables.keys().values().stream()
                .filter(key -> key.name().startsWith(prefix) && key.name().compareTo(after) > 0)
                .sorted(Comparator.comparing(Key::name))
                .limit(limit)
                .toList());
  }

  @Override
  public List<String> deleted(Visibility visibility, String after, int limit) {
    return reading(() -> tables.deleted(visibility, after, limit));
  }

  @Override
  public List<Hit> search(Filter filter, int limit) {
    return reading(() -> scan().mostSalient(filter, limit));
  }

  @Override
  public List<Hit> search(Filter filter, List<String> terms, int limit) {
    return reading(() -> scan().candidates(filter, terms, limit));
  }

  @Override
  public List<String> arrivals(Arrivals asked) {
    return after(asked.after(), last -> scan().arrivals(asked, last));
  }

  @Override
  public List<String> related(
      Visibility visibility, Collection<String> targets, String after, int limit) {
    return after(after, last -> scan().related(visibility, targets, last, limit));
  }

  @Override
  public List<String> episodes(
      Visibility visibility, @Nullable String key, String after, int limit) {
    return after(after, last -> scan().episodes(visibility, key, last, limit));
  }

  @Override
  public List<ScopeCount> scopes(Visibility visibility) {
    return reading(() -> scan().scopes(visibility));
  }

  @Override
  public List<Neighbours> neighbours(Filter filter, Collection<String> ids, int reach) {
    return reading(() -> new NeighbourScan(filter, ids, reach).among(tables.rows()));
  }

  @Override
  public RunMatches matchRuns(Visibility visibility, List<String> words, int latest) {
    return reading(() -> RunScan.match(tables.runs().values(), visibility, words, latest));
  }

  @Override
  public List<KeptRun> keptRuns(Collection<Long> numbers) {
    return reading(
        () ->
            tables.runs().values().stream()
                .filter(run -> numbers.contains(run.number()))
                .map(NumberedRun::run)
                .toList());
  }

  @Override
  public List<KeptRun> keptRunsOf(Collection<String> ids) {
    return reading(() -> each(ids, tables.runs()::get).map(NumberedRun::run).toList());
  }

  @Override
  public Optional<Vectors> vectors() {
    return Optional.of(vectors);
  }

  @Override
  public Optional<History> history() {
    return Optional.of(history);
  }

  @Override
  public Optional<Contents> contents() {
    return Optional.of(listener -> reading(() -> new Inventory(tables)).tell(listener));
  }

  @Override
  public RecordCounts termStatistics(Visibility visibility, Collection<String> terms) {
    return reading(() -> scan().termStatistics(visibility, terms));
  }

  @Override
  public void commit(Changeset changeset) {
    alone(
        () -> {
          requireOpen();
          Commit.of(changeset, tables);
        });
  }

  @Override
  public List<QueueRow> due(String queue, Instant at, int limit) {
    return reading(
        () ->
            tables.queues().values().stream()
                .filter(row -> row.queue().equals(queue) && !row.dueAt().isAfter(at))
                .sorted(Comparator.comparing(QueueRow::dueAt).thenComparing(QueueRow::item))
                .limit(limit)
                .toList());
  }

  @Override
  public List<QueueRow> rows(String queue, Collection<String> items) {
    return reading(
        () -> each(items, item -> tables.queues().get(new QueuePlace(queue, item))).toList());
  }

  @Override
  public long queued(String queue) {
    return reading(
        () -> tables.queues().values().stream().filter(row -> row.queue().equals(queue)).count());
  }

  @Override
  public List<QueueLoad> queues() {
    return reading(() -> QueueCount.of(tables.queues().values()));
  }

  @Override
  public Statistics statistics(Instant at) {
    return reading(() -> new StoreTotals(tables, at).statistics());
  }

  @Override
  public Optional<AuditTrail> auditLog(String id) {
    return reading(
        () -> Optional.ofNullable(tables.logs().get(id)).map(log -> tables.trail(id, log)));
  }

  @Override
  public List<AuditTrail> auditLogs(Collection<String> ids) {
    return reading(() -> MemoryStore.super.auditLogs(ids));
  }

  @Override
  public List<AuditTrail> auditLogs(String after, int limit) {
    return reading(() -> tables.trails(after, limit));
  }

  @Override
  public void inspect(Inspection inspection) {
    Map<String, AuditHead> heads = new TreeMap<>();
    List<AuditTrail> trails =
        reading(
            () -> {
              heads.putAll(tables.heads());
              return tables.trails("", Integer.MAX_VALUE);
            });
    heads.forEach((scope, head) -> inspection.head(scope.isEmpty() ? null : scope, head));
    trails.forEach(inspection::trail);
  }

  @Override
  public void check() {
    reading(() -> closed);
  }

  @Override
  public void close() {
    alone(() -> closed = true);
  }

  /** What is found by the place of an id among all arrivals; nothing if it was never used. */
  private List<String> after(String id, Function<Long, List<String>> find) {
    return reading(
        () -> {
          Long last = tables.arrival(id);
          return last == null ? List.of() : find.apply(last);
        });
  }

  private static <K, V> Stream<V> each(
      Collection<K> keys, Function<? super K, ? extends @Nullable V> find) {
    return keys.stream().distinct().<@Nullable V>map(find).filter(Objects::nonNull);
  }

  private Scan scan() {
    return new Scan(tables.rows().values());
  }

  private <T> T reading(Supplier<T> read) {
    lock.readLock().lock();
    try {
      requireOpen();
      return read.get();
    } finally {
      lock.readLock().unlock();
    }
  }

  private void alone(Runnable write) {
    lock.writeLock().lock();
    try {
      write.run();
    } finally {
      lock.writeLock().unlock();
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new StoreUnavailableException("the store is closed");
    }
  }

  /** What messages call it. */
  @Override
  public String toString() {
    return "memory";
  }
}
