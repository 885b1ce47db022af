package dev.membrane.spi;

import java.util.Optional;

/**
 * Where memory is kept. The store owns atomicity and durability, the engine owns meaning.
 *
 * <p>Closing finishes the commits under way.
 */
public interface MemoryStore extends StoreReader {

  /**
   * The only write: all of it or nothing. After it returns the changes survive the end of the
   * process.
   *
   * @throws ConflictException if an expectation of the changeset does not hold; nothing was changed
   */
  void commit(Changeset changeset);

  /**
   * Makes a commit ready, as far as that can be done before its turn: to run the answer, once, is
   * to {@link #commit}. Who writes much makes the next one ready while one is under way.
   */
  default Runnable prepare(Changeset changeset) {
    return () -> commit(changeset);
  }

  /**
   * Closes a store that was opened in vain. If it was made by being opened, with files of its own,
   * it is gone then, whatever was committed to it since. By default it is only closed.
   */
  default void abandon() {
    close();
  }

  /** How processes that share the store take turns; empty if only one can have it open. */
  default Optional<Leases> leases() {
    return Optional.empty();
  }
}
