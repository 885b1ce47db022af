package dev.membrane.internal.history;

import dev.membrane.FailedPreconditionException;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Arrivals;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Neighbours;
import dev.membrane.spi.search.RunMatches;
import dev.membrane.spi.search.Terms.RecordCounts;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.Vector;
import dev.membrane.spi.store.Vectors;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A store as it was at an instant, for one caller. What it is asked takes time in proportion to the
 * records of the scopes that the caller sees. Keys of other kinds than those whose former values
 * are kept are those of today. Safe for use by many threads.
 */
final class PastStore extends ForwardingStore {

  private static final int AT_ONCE = 64;

  private final MemoryStore store;
  private final History history;
  private final Instant at;
  private final PastRows rows;
  private final PastSearch search;
  private final PastRuns runs;

  PastStore(MemoryStore store, History history, Instant at, PastRows rows) {
    super(store);
    this.store = store;
    this.history = history;
    this.at = at;
    this.rows = rows;
    this.search = new PastSearch(rows);
    this.runs = new PastRuns(history, at);
  }

  @Override
  public List<StoredRecord> get(Collection<String> ids) {
    return get(ids, Long.MAX_VALUE);
  }

  @Override
  public List<StoredRecord> get(Collection<String> ids, long heaviest) {
    List<RecordHeader> today = ids.isEmpty() ? List.of() : store.headers(ids, Instant.EPOCH);
    return each(today, (header, row) -> Stream.ofNullable(row))
        .filter(row -> row.bytes() <= heaviest)
        .map(PastRow::stored)
        .toList();
  }

  /** What is in memory is of today. */
  @Override
  public List<StoredRecord> cached(Collection<String> ids, Visibility visibility, long heaviest) {
    return List.of();
  }

  /**
   * What was not there yet, or not any more, or is hidden today, is known by its place only. What
   * is hidden is not read, so that it takes no longer than what is not there.
   */
  @Override
  public List<RecordHeader> headers(Collection<String> ids, Instant at) {
    return each(store.headers(ids, at), (header, row) -> Stream.of(header(header, row, at)))
        .toList();
  }

  private static RecordHeader header(RecordHeader today, @Nullable PastRow row, Instant at) {
    return row == null
        ? RecordHeader.deleted(today.id(), today.scope(), today.sensitivity())
        : RecordHeader.of(RedactedRecord.of(row.stored().at(at)), row.bytes());
  }

  private Optional<PastRow> byId(String id) {
    return Optional.ofNullable(shown(store.headers(List.of(id), Instant.EPOCH)).get(id));
  }

  /** Looks at records a few at a time, since each is read as a whole. */
  private <T> Stream<T> each(
      List<RecordHeader> today, BiFunction<RecordHeader, @Nullable PastRow, Stream<T>> look) {
    return IntStream.iterate(0, from -> from < today.size(), from -> from + AT_ONCE)
        .mapToObj(from -> today.subList(from, Math.min(today.size(), from + AT_ONCE)))
        .flatMap(
            few -> {
              Map<String, PastRow> found = shown(few);
              return few.stream().flatMap(header -> look.apply(header, found.get(header.id())));
            });
  }

  private Map<String, PastRow> shown(List<RecordHeader> today) {
    List<String> seen = today.stream().filter(rows::isSeen).map(RecordHeader::id).toList();
    Map<String, PastRow> found = new HashMap<>();
    if (!seen.isEmpty()) {
      rows.of(seen).forEach(row -> found.put(row.id(), row));
    }
    return found;
  }

  @Override
  public List<Hit> search(Filter filter, int limit) {
    return search.mostSalient(filter, limit);
  }

  @Override
  public List<Hit> search(Filter filter, List<String> terms, int limit) {
    return search.candidates(filter, terms, limit);
  }

  @Override
  public RecordCounts termStatistics(Visibility visibility, Collection<String> terms) {
    return search.termStatistics(visibility, terms);
  }

  @Override
  public List<Neighbours> neighbours(Filter filter, Collection<String> ids, int reach) {
    return new PastNeighbours(filter, ids, reach).among(rows);
  }

  @Override
  public List<String> arrivals(Arrivals asked) {
    if (asked.after().isEmpty()) {
      return search.arrivals(asked, 0);
    }
    PastRow last =
        byId(asked.after())
            .orElseThrow(
                () ->
                    new FailedPreconditionException(
                        "the last record of the page before is gone: begin with the first page"
                            + " again"));
    return search.arrivals(asked, last.arrival());
  }

  @Override
  public Optional<AuditTrail> auditLog(String id) {
    return auditLogs(List.of(id)).stream().findFirst();
  }

  /** The logs as far as they went. */
  @Override
  public List<AuditTrail> auditLogs(Collection<String> ids) {
    List<RecordHeader> today = ids.isEmpty() ? List.of() : store.headers(ids, Instant.EPOCH);
    Map<String, Integer> entries = new HashMap<>();
    each(today, (header, row) -> Stream.ofNullable(row))
        .forEach(row -> entries.put(row.id(), row.entries()));
    List<AuditTrail> logs = entries.isEmpty() ? List.of() : store.auditLogs(entries.keySet());
    return logs.stream().map(log -> until(log, entries.getOrDefault(log.id(), 0))).toList();
  }

  private static AuditTrail until(AuditTrail trail, int entries) {
    return new AuditTrail(
        trail.id(),
        trail.scope(),
        trail.sensitivity(),
        trail.stored(),
        trail.damage(),
        trail.links().subList(0, Math.min(entries, trail.links().size())));
  }

  @Override
  public List<Key> find(Collection<String> names) {
    return history.keys(at, names);
  }

  @Override
  public RunMatches matchRuns(Visibility visibility, List<String> words, int latest) {
    return runs.match(visibility, words, latest);
  }

  @Override
  public List<KeptRun> keptRuns(Collection<Long> numbers) {
    return runs.of(numbers);
  }

  @Override
  public List<KeptRun> keptRunsOf(Collection<String> ids) {
    return history.runs(at, ids);
  }

  @Override
  public Optional<Vectors> vectors() {
    return store.vectors().map(PastVectors::new);
  }

  private final class PastVectors implements Vectors {

    private final Vectors vectors;

    PastVectors(Vectors vectors) {
      this.vectors = vectors;
    }

    @Override
    public List<Near> nearest(Filter filter, String model, Vector vector, int limit) {
      return search.nearest(filter, model, vector, limit);
    }

    @Override
    public Map<String, Double> cosines(String model, Vector vector, Collection<String> ids) {
      List<RecordHeader> today = ids.isEmpty() ? List.of() : store.headers(ids, Instant.EPOCH);
      List<String> then =
          each(today, (header, row) -> Stream.ofNullable(row).map(PastRow::id)).toList();
      return then.isEmpty() ? Map.of() : rows.cosines(model, vector, then);
    }

    @Override
    public List<String> without(String model, String after, int limit) {
      return vectors.without(model, after, limit);
    }
  }
}
