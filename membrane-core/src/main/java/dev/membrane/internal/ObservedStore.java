package dev.membrane.internal;

import dev.membrane.internal.work.InterceptedStore;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Observer.WorkOutcome;
import dev.membrane.spi.Tracer;
import dev.membrane.spi.Tracer.Span;
import dev.membrane.spi.Tracer.TracedStep;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that tells an observer about each call to it and how long the call took, and has the wait
 * for each commit traced.
 */
final class ObservedStore extends InterceptedStore {

  private final MemoryStore store;
  private final Observer observer;
  private final Tracer tracer;

  private ObservedStore(MemoryStore store, Observer observer, Tracer tracer) {
    super(store);
    this.store = store;
    this.observer = observer;
    this.tracer = tracer;
  }

  /** The store itself where nobody observes and nothing is traced. */
  static MemoryStore of(MemoryStore store, Observer observer, Tracer tracer) {
    return observer == Observer.NONE && !tracer.isOn()
        ? store
        : new ObservedStore(store, observer, tracer);
  }

  @Override
  public void commit(Changeset changeset) {
    try (Span span = tracer.step(TracedStep.COMMIT)) {
      try {
        super.commit(changeset);
      } catch (RuntimeException | Error failure) {
        span.failed(failure);
        throw failure;
      }
    }
  }

  /** It asks no database. */
  @Override
  public List<StoredRecord> cached(Collection<String> ids, Visibility visibility, long heaviest) {
    return store.cached(ids, visibility, heaviest);
  }

  /**
   * Each is reported as a commit of its own. None is traced, as whoever hands them in does not wait
   * for them here.
   */
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
  protected <T> T around(String operation, Supplier<T> work) {
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
}
