package dev.membrane.spi;

/**
 * A copy of a store that is to be used in its place, and is encrypted. What an interrupted copy has
 * is still there the next time. Nobody else has either of them open. Used by one thread at a time.
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
   * Lets the copy be used: in the place of the store, which is removed, or in a place of its own.
   * Either all of that is done, or nothing.
   *
   * @throws StoreOpenException if that is not possible
   */
  void finish();

  /** Closes both. A copy that is not finished stays as it is. */
  @Override
  void close();
}
