package dev.membrane.internal;

import dev.membrane.spi.Arrivals;
import dev.membrane.spi.AuditTrail;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Filter;
import dev.membrane.spi.ForwardingStore;
import dev.membrane.spi.Header;
import dev.membrane.spi.Hit;
import dev.membrane.spi.Inspection;
import dev.membrane.spi.KeptRun;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Neighbours;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Observer.WorkOutcome;
import dev.membrane.spi.QueueFigures;
import dev.membrane.spi.QueueRow;
import dev.membrane.spi.RunMatches;
import dev.membrane.spi.ScopeCount;
import dev.membrane.spi.Statistics;
import dev.membrane.spi.Stored;
import dev.membrane.spi.TermStatistics;
import dev.membrane.spi.Vector;
import dev.membrane.spi.Vectors;
import dev.membrane.spi.Visibility;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A store that tells an observer about each call to it and how long the call took. */
final class ObservedStore extends ForwardingStore {

  private final MemoryStore store;
  private final Observer observer;

  private ObservedStore(MemoryStore store, Observer observer) {
    super(store);
    this.store = store;
    this.observer = observer;
  }

  /** The store itself where nobody observes. */
  static MemoryStore of(MemoryStore store, Observer observer) {
    return observer == Observer.NONE ? store : new ObservedStore(store, observer);
  }

  @Override
  public List<Stored> get(Collection<String> ids) {
    return observed("get", () -> super.get(ids));
  }

  @Override
  public List<Stored> get(Collection<String> ids, long heaviest) {
    return observed("get", () -> super.get(ids, heaviest));
  }

  @Override
  public List<Header> headers(Collection<String> ids, Instant at) {
    return observed("headers", () -> super.headers(ids, at));
  }

  @Override
  public List<Key> find(Collection<String> names) {
    return observed("find", () -> super.find(names));
  }

  @Override
  public List<Key> keys(String prefix, String after, int limit) {
    return observed("keys", () -> super.keys(prefix, after, limit));
  }

  @Override
  public List<String> deleted(Visibility visibility, String after, int limit) {
    return observed("deleted", () -> super.deleted(visibility, after, limit));
  }

  @Override
  public List<Hit> search(Filter filter, int limit) {
    return observed("search", () -> super.search(filter, limit));
  }

  @Override
  public List<Hit> search(Filter filter, List<String> terms, int limit) {
    return observed("search", () -> super.search(filter, terms, limit));
  }

  @Override
  public List<String> arrivals(Arrivals asked) {
    return observed("arrivals", () -> super.arrivals(asked));
  }

  @Override
  public List<String> related(
      Visibility visibility, Collection<String> targets, String after, int limit) {
    return observed("related", () -> super.related(visibility, targets, after, limit));
  }

  @Override
  public List<ScopeCount> scopes(Visibility visibility) {
    return observed("scopes", () -> super.scopes(visibility));
  }

  @Override
  public List<Neighbours> neighbours(Filter filter, Collection<String> ids, int reach) {
    return observed("neighbours", () -> super.neighbours(filter, ids, reach));
  }

  @Override
  public RunMatches matchRuns(Visibility visibility, List<String> words, int latest) {
    return observed("matchRuns", () -> super.matchRuns(visibility, words, latest));
  }

  @Override
  public List<KeptRun> keptRuns(Collection<Long> numbers) {
    return observed("keptRuns", () -> super.keptRuns(numbers));
  }

  @Override
  public List<KeptRun> keptRunsOf(Collection<String> ids) {
    return observed("keptRunsOf", () -> super.keptRunsOf(ids));
  }

  @Override
  public Optional<Vectors> vectors() {
    return super.vectors().map(ObservedVectors::new);
  }

  @Override
  public TermStatistics termStatistics(Visibility visibility, Collection<String> terms) {
    return observed("termStatistics", () -> super.termStatistics(visibility, terms));
  }

  @Override
  public void commit(Changeset changeset) {
    observed(
        "commit",
        () -> {
          super.commit(changeset);
          return true;
        });
  }

  /** Each is told of as a commit of its own. */
  @Override
  public List<CompletableFuture<@Nullable Void>> commitEach(List<Changeset> changesets) {
    long start = System.nanoTime();
    return store.commitEach(changesets).stream()
        .map(each -> each.whenComplete((done, failure) -> tell("commit", outcome(failure), start)))
        .toList();
  }

  private static WorkOutcome outcome(@Nullable Throwable failure) {
    return failure == null ? WorkOutcome.OK : WorkOutcome.of(failure);
  }

  @Override
  public List<QueueRow> due(String queue, Instant at, int limit) {
    return observed("due", () -> super.due(queue, at, limit));
  }

  @Override
  public long queued(String queue) {
    return observed("queued", () -> super.queued(queue));
  }

  @Override
  public List<QueueFigures> queues() {
    return observed("queues", super::queues);
  }

  @Override
  public Statistics statistics(Instant at) {
    return observed("statistics", () -> super.statistics(at));
  }

  @Override
  public Optional<AuditTrail> auditLog(String id) {
    return observed("auditLog", () -> super.auditLog(id));
  }

  @Override
  public List<AuditTrail> auditLogs(Collection<String> ids) {
    return observed("auditLogs", () -> super.auditLogs(ids));
  }

  @Override
  public List<AuditTrail> auditLogs(String after, int limit) {
    return observed("auditLogs", () -> super.auditLogs(after, limit));
  }

  @Override
  public void inspect(Inspection inspection) {
    observed(
        "inspect",
        () -> {
          super.inspect(inspection);
          return true;
        });
  }

  @Override
  public void check() {
    observed(
        "check",
        () -> {
          super.check();
          return true;
        });
  }

  private <T> T observed(String operation, Supplier<T> work) {
    long start = System.nanoTime();
    WorkOutcome outcome = WorkOutcome.OK;
    try {
      return work.get();
    } catch (RuntimeException | Error failure) {
      outcome = WorkOutcome.of(failure);
      throw failure;
    } finally {
      tell(operation, outcome, start);
    }
  }

  private void tell(String operation, WorkOutcome outcome, long start) {
    observer.store(operation, outcome, Duration.ofNanos(System.nanoTime() - start));
  }

  private final class ObservedVectors implements Vectors {

    private final Vectors vectors;

    ObservedVectors(Vectors vectors) {
      this.vectors = vectors;
    }

    @Override
    public List<Near> nearest(Filter filter, String model, Vector vector, int limit) {
      return observed("nearest", () -> vectors.nearest(filter, model, vector, limit));
    }

    @Override
    public Map<String, Double> cosines(String model, Vector vector, Collection<String> ids) {
      return observed("cosines", () -> vectors.cosines(model, vector, ids));
    }

    @Override
    public List<String> without(String model, String after, int limit) {
      return observed("without", () -> vectors.without(model, after, limit));
    }
  }
}
