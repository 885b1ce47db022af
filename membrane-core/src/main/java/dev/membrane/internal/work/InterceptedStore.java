package dev.membrane.internal.work;

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
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.History.PastRecord;
import dev.membrane.spi.store.History.RecordVersion;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.Statistics;
import dev.membrane.spi.store.Statistics.QueueLoad;
import dev.membrane.spi.store.Statistics.ScopeCount;
import dev.membrane.spi.store.StoreReader.Inspection;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.Vector;
import dev.membrane.spi.store.Vectors;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store of which each question and each commit goes through one method, those about vectors and
 * former states among them. Commits that are handed in together, and what the store has besides, go
 * past it: a subclass says what becomes of them.
 */
public abstract class InterceptedStore extends ForwardingStore {

  /** Stands before a store. */
  protected InterceptedStore(MemoryStore store) {
    super(store);
  }

  /**
   * Asks the store.
   *
   * @param operation the name of the method; those of the history have a prefix, as some of them
   *     would be mistaken for others
   */
  protected abstract <T> T around(String operation, Supplier<T> call);

  @Override
  public List<StoredRecord> get(Collection<String> ids) {
    return around("get", () -> super.get(ids));
  }

  @Override
  public List<StoredRecord> get(Collection<String> ids, long heaviest) {
    return around("get", () -> super.get(ids, heaviest));
  }

  @Override
  public List<StoredRecord> cached(Collection<String> ids, Visibility visibility, long heaviest) {
    return around("cached", () -> super.cached(ids, visibility, heaviest));
  }

  @Override
  public List<RecordHeader> headers(Collection<String> ids, Instant at) {
    return around("headers", () -> super.headers(ids, at));
  }

  @Override
  public List<Key> find(Collection<String> names) {
    return around("find", () -> super.find(names));
  }

  @Override
  public List<Key> keys(String prefix, String after, int limit) {
    return around("keys", () -> super.keys(prefix, after, limit));
  }

  @Override
  public List<String> deleted(Visibility visibility, String after, int limit) {
    return around("deleted", () -> super.deleted(visibility, after, limit));
  }

  @Override
  public List<Hit> search(Filter filter, int limit) {
    return around("search", () -> super.search(filter, limit));
  }

  @Override
  public List<Hit> search(Filter filter, List<String> terms, int limit) {
    return around("search", () -> super.search(filter, terms, limit));
  }

  @Override
  public List<String> arrivals(Arrivals asked) {
    return around("arrivals", () -> super.arrivals(asked));
  }

  @Override
  public List<String> related(
      Visibility visibility, Collection<String> targets, String after, int limit) {
    return around("related", () -> super.related(visibility, targets, after, limit));
  }

  @Override
  public List<String> episodes(
      Visibility visibility, @Nullable String key, String after, int limit) {
    return around("episodes", () -> super.episodes(visibility, key, after, limit));
  }

  @Override
  public List<ScopeCount> scopes(Visibility visibility) {
    return around("scopes", () -> super.scopes(visibility));
  }

  @Override
  public List<Neighbours> neighbours(Filter filter, Collection<String> ids, int reach) {
    return around("neighbours", () -> super.neighbours(filter, ids, reach));
  }

  @Override
  public RunMatches matchRuns(Visibility visibility, List<String> words, int latest) {
    return around("matchRuns", () -> super.matchRuns(visibility, words, latest));
  }

  @Override
  public List<KeptRun> keptRuns(Collection<Long> numbers) {
    return around("keptRuns", () -> super.keptRuns(numbers));
  }

  @Override
  public List<KeptRun> keptRunsOf(Collection<String> ids) {
    return around("keptRunsOf", () -> super.keptRunsOf(ids));
  }

  @Override
  public Optional<Vectors> vectors() {
    return super.vectors().map(InterceptedVectors::new);
  }

  @Override
  public Optional<History> history() {
    return super.history().map(InterceptedHistory::new);
  }

  @Override
  public RecordCounts termStatistics(Visibility visibility, Collection<String> terms) {
    return around("termStatistics", () -> super.termStatistics(visibility, terms));
  }

  @Override
  public void commit(Changeset changeset) {
    through("commit", () -> super.commit(changeset));
  }

  @Override
  public List<QueueRow> due(String queue, Instant at, int limit) {
    return around("due", () -> super.due(queue, at, limit));
  }

  @Override
  public List<QueueRow> rows(String queue, Collection<String> items) {
    return around("rows", () -> super.rows(queue, items));
  }

  @Override
  public long queued(String queue) {
    return around("queued", () -> super.queued(queue));
  }

  @Override
  public List<QueueLoad> queues() {
    return around("queues", super::queues);
  }

  @Override
  public Statistics statistics(Instant at) {
    return around("statistics", () -> super.statistics(at));
  }

  @Override
  public Optional<AuditTrail> auditLog(String id) {
    return around("auditLog", () -> super.auditLog(id));
  }

  @Override
  public List<AuditTrail> auditLogs(Collection<String> ids) {
    return around("auditLogs", () -> super.auditLogs(ids));
  }

  @Override
  public List<AuditTrail> auditLogs(String after, int limit) {
    return around("auditLogs", () -> super.auditLogs(after, limit));
  }

  @Override
  public void inspect(Inspection inspection) {
    through("inspect", () -> super.inspect(inspection));
  }

  @Override
  public void check() {
    through("check", () -> super.check());
  }

  private void through(String operation, Runnable call) {
    around(
        operation,
        () -> {
          call.run();
          return true;
        });
  }

  private final class InterceptedVectors implements Vectors {

    private final Vectors vectors;

    InterceptedVectors(Vectors vectors) {
      this.vectors = vectors;
    }

    @Override
    public List<Near> nearest(Filter filter, String model, Vector vector, int limit) {
      return around("nearest", () -> vectors.nearest(filter, model, vector, limit));
    }

    @Override
    public Map<String, Double> cosines(String model, Vector vector, Collection<String> ids) {
      return around("cosines", () -> vectors.cosines(model, vector, ids));
    }

    @Override
    public List<String> without(String model, String after, int limit) {
      return around("without", () -> vectors.without(model, after, limit));
    }
  }

  private final class InterceptedHistory implements History {

    private final History history;

    InterceptedHistory(History history) {
      this.history = history;
    }

    @Override
    public List<PastRecord> at(Instant at, Visibility visibility, long after) {
      return around("historyAt", () -> history.at(at, visibility, after));
    }

    @Override
    public List<PastRecord> at(Instant at, Collection<String> ids) {
      return around("historyAt", () -> history.at(at, ids));
    }

    @Override
    public Map<String, Double> cosines(
        Instant at, String model, Vector vector, Collection<String> ids) {
      return around("historyCosines", () -> history.cosines(at, model, vector, ids));
    }

    @Override
    public List<RecordVersion> versions(String id, long after, int limit) {
      return around("historyVersions", () -> history.versions(id, after, limit));
    }

    @Override
    public Map<String, List<StoredRecord>> contents(Collection<String> ids) {
      return around("historyContents", () -> history.contents(ids));
    }

    @Override
    public List<PastRecord> pruned(Visibility visibility, long after) {
      return around("historyPruned", () -> history.pruned(visibility, after));
    }

    @Override
    public List<PastRecord> pruned(Collection<String> ids) {
      return around("historyPruned", () -> history.pruned(ids));
    }

    @Override
    public SortedMap<Long, String> revised(Visibility visibility, long after, int limit) {
      return around("historyRevised", () -> history.revised(visibility, after, limit));
    }

    @Override
    public List<Key> keys(Instant at, Collection<String> names) {
      return around("historyKeys", () -> history.keys(at, names));
    }

    @Override
    public List<KeptRun> runs(
        Instant at, Visibility visibility, @Nullable KeptRun after, int limit) {
      return around("historyRuns", () -> history.runs(at, visibility, after, limit));
    }

    @Override
    public List<KeptRun> runs(Instant at, Collection<String> ids) {
      return around("historyRuns", () -> history.runs(at, ids));
    }

    @Override
    public Optional<Instant> oldestEnd() {
      return around("historyOldestEnd", history::oldestEnd);
    }
  }
}
