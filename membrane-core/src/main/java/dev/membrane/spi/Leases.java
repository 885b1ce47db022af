package dev.membrane.spi;

import java.time.Duration;

/**
 * Says which of the processes that share a store does what only one of them should do. A lease runs
 * out by itself, so that one that has died holds nobody up. Time is the store's, which is the same
 * for all of them. Implementations are safe for use by many threads.
 *
 * <p>A lease saves work from being done twice. That nothing is changed twice is for {@link
 * MemoryStore#commit} to see to: a holder that was stopped for longer than its term does not know
 * that it has lost its lease.
 */
public interface Leases {

  /**
   * Takes a lease that is free, has run out or is the holder's already, which extends it.
   *
   * @param name what is to be done by one alone
   * @param holder who asks; no two at once may go by the same name
   * @param term how long from now, at least a millisecond
   * @return whether it is the holder's until then
   */
  boolean take(String name, String holder, Duration term);

  /** Gives a lease back before it runs out; nothing happens if it is somebody else's. */
  void release(String name, String holder);
}
