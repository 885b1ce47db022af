package dev.membrane;

/** Turns settled episodes into knowledge. Safe for use by many threads, of which one learns. */
public interface Consolidation {

  /**
   * Learns from everything that has settled, until nothing is due or the thread is interrupted. A
   * run goes on where the one before ended, and with nothing new changes nothing. Of the processes
   * that share the store one learns at a time; the others wait.
   *
   * @throws AccessDeniedException without the permission {@code admin}
   * @throws dev.membrane.spi.StoreUnavailableException if the store cannot serve
   * @throws ClosedException after the memory was closed
   */
  ConsolidationResult run();
}
