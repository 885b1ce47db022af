package dev.membrane.spi;

/**
 * A copy of a store that is to take its place, and is encrypted. What an interrupted copy has is
 * still there the next time. Nobody else has either of them open. Used by one thread at a time.
 */
public interface EncryptedCopy extends AutoCloseable {

  /** The store, to be read. */
  StoreReader plain();

  /** The copy, to be written. */
  MemoryStore encrypted();

  /**
   * Takes over what is not in {@link Contents}: former states, and since when vectors are there.
   *
   * @throws StoreUnavailableException if one of them does not answer
   */
  void complete();

  /**
   * Puts the copy in the place of the store, which is removed. Either all of that is done, or
   * nothing.
   *
   * @throws StoreOpenException if that is not possible
   */
  void replace();

  /** Closes both. A copy that did not take the place of the store stays beside it. */
  @Override
  void close();
}
