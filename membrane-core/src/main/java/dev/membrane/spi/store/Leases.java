package dev.membrane.spi.store;

import java.time.Duration;

/**
 * Decides which of the processes that share a store does work that only one should do. A lease
 * expires by itself, so that a dead process blocks nobody. Time is the store's, the same for all
 * processes. Implementations are safe for use by many threads.
 *
 * <p>A lease keeps work from being done twice. It does not keep anything from being changed twice,
 * since a holder that was stopped for longer than its term does not know that it has lost its
 * lease. {@link MemoryStore#commit} does that.
 */
public interface Leases {

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
