package dev.membrane.internal.work;

import dev.membrane.Caller;
import dev.membrane.CancelledException;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.History;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.PastRecord;
import dev.membrane.spi.RecordVersion;
import dev.membrane.spi.Vector;
import dev.membrane.spi.Visibility;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The store as it is used for one call: it refuses each further question once the caller does not
 * wait any more. Every single question is bounded, so it suffices to check this before each. All
 * threads that work for the call use this store. A commit that has begun is completed. Safe for use
 * by many threads.
 */
public final class AttendedStore extends InterceptedStore {

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
  protected <T> T around(String operation, Supplier<T> call) {
    caller.requireWaiting();
    return call.get();
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
}
