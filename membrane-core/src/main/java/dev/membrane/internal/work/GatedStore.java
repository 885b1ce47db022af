package dev.membrane.internal.work;

import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreUnavailableException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The store as one memory uses it, until that ends: others may go on with the store. What has begun
 * by then is completed, and leases can still be given back. Safe for use by many threads.
 */
public final class GatedStore extends InterceptedStore {

  private final MemoryStore store;
  private volatile boolean isShut;

  /** A store that is reached until {@link #shut}. */
  public GatedStore(MemoryStore store) {
    super(store);
    this.store = store;
  }

  /** From now on each question and each commit throws {@link StoreUnavailableException}. */
  public void shut() {
    isShut = true;
  }

  @Override
  protected <T> T around(String operation, Supplier<T> call) {
    requireOpen();
    return call.get();
  }

  @Override
  public List<CompletableFuture<@Nullable Void>> commitEach(List<Changeset> changesets) {
    requireOpen();
    return store.commitEach(changesets);
  }

  @Override
  public boolean destroyKey(String scope) {
    requireOpen();
    return store.destroyKey(scope);
  }

  private void requireOpen() {
    if (isShut) {
      throw new StoreUnavailableException("the memory that uses the store is closed");
    }
  }
}
