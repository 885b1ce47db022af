package dev.membrane.internal;

import dev.membrane.internal.work.InterceptedStore;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Observer.WorkOutcome;
import dev.membrane.spi.Stored;
import dev.membrane.spi.Visibility;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A store that tells an observer about each call to it and how long the call took. */
final class ObservedStore extends InterceptedStore {

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

  /** It asks no database. */
  @Override
  public List<Stored> cached(Collection<String> ids, Visibility visibility, long heaviest) {
    return store.cached(ids, visibility, heaviest);
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
