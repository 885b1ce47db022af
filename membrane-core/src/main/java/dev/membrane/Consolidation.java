package dev.membrane;

/**
 * Turns settled episodes into knowledge. Safe for use by many threads; one of them learns at a
 * time.
 */
public interface Consolidation {

  /**
   * Learns from all settled episodes, until none is due or the thread is interrupted. A run
   * continues where the one before ended, and changes nothing if there is nothing new. Of the
   * processes that share a store one learns at a time; the others wait.
   *
   * @throws AccessDeniedException without the permission {@code admin}
   * @throws dev.membrane.spi.StoreUnavailableException if the store cannot serve
   * @throws ClosedException after the memory was closed
   */
  ConsolidationResult run();
}
