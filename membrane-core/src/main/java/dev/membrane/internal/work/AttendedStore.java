package dev.membrane.internal.work;

import dev.membrane.Caller;
import dev.membrane.CancelledException;
import dev.membrane.spi.Arrivals;
import dev.membrane.spi.AuditTrail;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Filter;
import dev.membrane.spi.ForwardingStore;
import dev.membrane.spi.Header;
import dev.membrane.spi.History;
import dev.membrane.spi.Hit;
import dev.membrane.spi.KeptRun;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Neighbours;
import dev.membrane.spi.PastRecord;
import dev.membrane.spi.QueueFigures;
import dev.membrane.spi.RecordVersion;
import dev.membrane.spi.RunMatches;
import dev.membrane.spi.ScopeCount;
import dev.membrane.spi.Statistics;
import dev.membrane.spi.Stored;
import dev.membrane.spi.TermStatistics;
import dev.membrane.spi.Vector;
import dev.membrane.spi.Vectors;
import dev.membrane.spi.Visibility;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The store as it is used for one call: it refuses each further question once the caller does not
 * wait any more. Every single question is bounded, so it suffices to check this before each. All
 * threads that work for the call use this store. A commit that has begun is completed. Safe for use
 * by many threads.
 */
public final class AttendedStore extends ForwardingStore {

  private final MemoryStore store;
  private final Caller caller;

  private AttendedStore(MemoryStore store, Caller caller) {
    super(store);
    this.store = store;
    this.caller = caller;
  }

  /**
   * A store for one call. What it is asked throws {@link CancelledException} once the caller waits
   * no longer.
   */
  public static MemoryStore of(MemoryStore store, Caller caller) {
    return new AttendedStore(store, caller);
  }

  @Override
  public List<Stored> get(Collection<String> ids) {
    caller.requireWaiting();
    return super.get(ids);
  }

  @Override
  public List<Stored> get(Collection<String> ids, long heaviest) {
    caller.requireWaiting();
    return super.get(ids, heaviest);
  }

  @Override
  public List<Stored> cached(Collection<String> ids, Visibility visibility, long heaviest) {
    caller.requireWaiting();
    return super.cached(ids, visibility, heaviest);
  }

  @Override
  public List<Header> headers(Collection<String> ids, Instant at) {
    caller.requireWaiting();
    return super.headers(ids, at);
  }

  @Override
  public List<Key> keys(String prefix, String after, int limit) {
    caller.requireWaiting();
    return super.keys(prefix, after, limit);
  }

  @Override
  public List<String> deleted(Visibility visibility, String after, int limit) {
    caller.requireWaiting();
    return super.deleted(visibility, after, limit);
  }

  @Override
  public List<Key> find(Collection<String> names) {
    caller.requireWaiting();
    return super.find(names);
  }

  @Override
  public List<Hit> search(Filter filter, int limit) {
    caller.requireWaiting();
    return super.search(filter, limit);
  }

  @Override
  public List<Hit> search(Filter filter, List<String> terms, int limit) {
    caller.requireWaiting();
    return super.search(filter, terms, limit);
  }

  @Override
  public List<String> arrivals(Arrivals asked) {
    caller.requireWaiting();
    return super.arrivals(asked);
  }

  @Override
  public List<String> related(
      Visibility visibility, Collection<String> targets, String after, int limit) {
    caller.requireWaiting();
    return super.related(visibility, targets, after, limit);
  }

  @Override
  public List<String> episodes(
      Visibility visibility, @Nullable String key, String after, int limit) {
    caller.requireWaiting();
    return super.episodes(visibility, key, after, limit);
  }

  @Override
  public List<ScopeCount> scopes(Visibility visibility) {
    caller.requireWaiting();
    return super.scopes(visibility);
  }

  @Override
  public List<Neighbours> neighbours(Filter filter, Collection<String> ids, int reach) {
    caller.requireWaiting();
    return super.neighbours(filter, ids, reach);
  }

  @Override
  public RunMatches matchRuns(Visibility visibility, List<String> words, int latest) {
    caller.requireWaiting();
    return super.matchRuns(visibility, words, latest);
  }

  @Override
  public List<KeptRun> keptRuns(Collection<Long> numbers) {
    caller.requireWaiting();
    return super.keptRuns(numbers);
  }

  @Override
  public List<KeptRun> keptRunsOf(Collection<String> ids) {
    caller.requireWaiting();
    return super.keptRunsOf(ids);
  }

  @Override
  public TermStatistics termStatistics(Visibility visibility, Collection<String> terms) {
    caller.requireWaiting();
    return super.termStatistics(visibility, terms);
  }

  @Override
  public long queued(String queue) {
    caller.requireWaiting();
    return super.queued(queue);
  }

  @Override
  public List<QueueFigures> queues() {
    caller.requireWaiting();
    return super.queues();
  }

  @Override
  public Statistics statistics(Instant at) {
    caller.requireWaiting();
    return super.statistics(at);
  }

  @Override
  public Optional<AuditTrail> auditLog(String id) {
    caller.requireWaiting();
    return super.auditLog(id);
  }

  @Override
  public List<AuditTrail> auditLogs(Collection<String> ids) {
    caller.requireWaiting();
    return super.auditLogs(ids);
  }

  @Override
  public void commit(Changeset changeset) {
    caller.requireWaiting();
    super.commit(changeset);
  }

  @Override
  public List<CompletableFuture<@Nullable Void>> commitEach(List<Changeset> changesets) {
    caller.requireWaiting();
    return store.commitEach(changesets);
  }

  @Override
  public Optional<History> history() {
    return super.history().map(AttendedHistory::new);
  }

  @Override
  public Optional<Vectors> vectors() {
    return super.vectors().map(Attended::new);
  }

  private final class AttendedHistory implements History {

    private final History history;

    AttendedHistory(History history) {
      this.history = history;
    }

    @Override
    public List<PastRecord> at(Instant at, Visibility visibility, long after) {
      caller.requireWaiting();
      return history.at(at, visibility, after);
    }

    @Override
    public List<PastRecord> at(Instant at, Collection<String> ids) {
      caller.requireWaiting();
      return history.at(at, ids);
    }

    @Override
    public Map<String, Double> cosines(
        Instant at, String model, Vector vector, Collection<String> ids) {
      caller.requireWaiting();
      return history.cosines(at, model, vector, ids);
    }

    @Override
    public List<RecordVersion> versions(String id, long after, int limit) {
      caller.requireWaiting();
      return history.versions(id, after, limit);
    }

    @Override
    public List<PastRecord> pruned(Visibility visibility, long after) {
      caller.requireWaiting();
      return history.pruned(visibility, after);
    }

    @Override
    public List<PastRecord> pruned(Collection<String> ids) {
      caller.requireWaiting();
      return history.pruned(ids);
    }

    @Override
    public SortedMap<Long, String> revised(Visibility visibility, long after, int limit) {
      caller.requireWaiting();
      return history.revised(visibility, after, limit);
    }

    @Override
    public Optional<Instant> oldestEnd() {
      return history.oldestEnd();
    }
  }

  private final class Attended implements Vectors {

    private final Vectors vectors;

    Attended(Vectors vectors) {
      this.vectors = vectors;
    }

    @Override
    public List<Near> nearest(Filter filter, String model, Vector vector, int limit) {
      caller.requireWaiting();
      return vectors.nearest(filter, model, vector, limit);
    }

    @Override
    public Map<String, Double> cosines(String model, Vector vector, Collection<String> ids) {
      caller.requireWaiting();
      return vectors.cosines(model, vector, ids);
    }

    @Override
    public List<String> without(String model, String after, int limit) {
      caller.requireWaiting();
      return vectors.without(model, after, limit);
    }
  }
}
