package dev.membrane.internal.work;

import dev.membrane.Caller;
import dev.membrane.CancelledException;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.MemoryStore;
import java.util.List;
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
}
