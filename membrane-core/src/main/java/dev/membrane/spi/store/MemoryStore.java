package dev.membrane.spi.store;

import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.ConflictException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A store of records. The store is responsible for atomicity and durability, the engine for
 * meaning.
 *
 * <p>Closing finishes the commits under way.
 */
public interface MemoryStore extends StoreReader {

  /**
   * The only write of records. It applies the whole changeset or nothing. When it returns, the
   * changes survive the end of the process.
   *
   * @throws ConflictException if an expectation of the changeset does not hold; nothing was changed
   * @throws UnreadableScopeException if it writes in a scope that is damaged; nothing was changed
   */
  void commit(Changeset changeset);

  /**
   * Commits changesets in their order, each as {@link #commit} would. One that fails changes
   * nothing and does not stop those after it; these see what those before them have changed. A
   * store may make all of them durable at once, and return before they are. By default they are
   * committed one by one before this returns.
   *
   * @param changesets at most 1,000
   * @return what becomes of each, in their order: it completes when the changes are durable, or
   *     fails with what {@link #commit} would throw. Dependent actions should be short or
   *     asynchronous: they may run on the writer's thread, and then hold up other commits
   */
  default List<CompletableFuture<@Nullable Void>> commitEach(List<Changeset> changesets) {
    return changesets.stream().map(this::committed).toList();
  }

  private CompletableFuture<@Nullable Void> committed(Changeset changeset) {
    try {
      commit(changeset);
      return CompletableFuture.completedFuture(null);
    } catch (RuntimeException failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  /**
   * Prepares a commit as far as possible before its turn. Running the result, once, has the effect
   * of {@link #commit}. A caller who writes much can prepare the next commit while one is under
   * way.
   */
  default Runnable prepare(Changeset changeset) {
    return () -> commit(changeset);
  }

  /**
   * Destroys the key of a scope, so that copies of the store that were made before cannot be read
   * any more, so far as the scope is concerned. Does nothing if something of the scope is left, or
   * if it has no key of its own, as by default. A commit that began before may fail as a conflict.
   *
   * @return whether the scope has no key any more; false if the store never has keys of scopes
   * @throws StoreUnavailableException if the key could not be removed; it may be tried again
   */
  default boolean destroyKey(String scope) {
    return false;
  }

  /**
   * Makes the index of words, the lists of tags and the counts of words anew, from the records, as
   * they may have been damaged. For an operator, while nobody else writes.
   *
   * @return false if the store cannot, as by default
   * @throws StoreUnavailableException if it could not be done; then all is as it was
   */
  default boolean rebuild() {
    return false;
  }

  /**
   * Closes a store whose opening turned out useless. If opening it created it, with files of its
   * own, it is deleted with everything that was committed since. By default it is only closed.
   */
  default void abandon() {
    close();
  }

  /** The leases of processes that share the store; empty if only one process can have it open. */
  default Optional<Leases> leases() {
    return Optional.empty();
  }

  /**
   * Decides which of the processes that share a store does work that only one should do. A lease
   * expires by itself, so that a dead process blocks nobody. Time is the store's, the same for all
   * processes. Implementations are safe for use by many threads.
   *
   * <p>A lease keeps work from being done twice. It does not keep anything from being changed
   * twice, since a holder that was stopped for longer than its term does not know that it has lost
   * its lease. {@link MemoryStore#commit} does that.
   */
  interface Leases {

    /**
     * Takes a lease that is free or has expired, or extends one that the holder has.
     *
     * @param name the work that one process does alone
     * @param holder the name of the process; unique at any time
     * @param term the duration from now, at least a millisecond
     * @return whether the holder has the lease until then
     */
    boolean take(String name, String holder, Duration term);

    /** Returns a lease before it expires; does nothing if the lease is another holder's. */
    void release(String name, String holder);
  }
}
