package dev.membrane.spi;

import java.util.Optional;

/**
 * A store of records. The store is responsible for atomicity and durability, the engine for
 * meaning.
 *
 * <p>Closing finishes the commits under way.
 */
public interface MemoryStore extends StoreReader {

  /**
   * The only write. It applies the whole changeset or nothing. When it returns, the changes survive
   * the end of the process.
   *
   * @throws ConflictException if an expectation of the changeset does not hold; nothing was changed
   */
  void commit(Changeset changeset);

  /**
   * Prepares a commit as far as possible before its turn. Running the result, once, has the effect
   * of {@link #commit}. A caller who writes much can prepare the next commit while one is under
   * way.
   */
  default Runnable prepare(Changeset changeset) {
    return () -> commit(changeset);
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
}
