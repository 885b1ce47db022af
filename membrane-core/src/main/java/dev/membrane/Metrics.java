package dev.membrane;

/** Counts what is stored. Safe for use by many threads. */
public interface Metrics {

  /**
   * The figures of this moment, aggregated by the store over all scopes.
   *
   * @throws AccessDeniedException without the permission {@code admin}
   * @throws dev.membrane.spi.StoreUnavailableException if the store cannot serve
   * @throws ClosedException after the memory was closed
   */
  MetricsSnapshot snapshot();

  /**
   * How many records wait to be embedded, counted by the store; one that waits for two reasons may
   * count twice. 0 without an embedder.
   *
   * @throws AccessDeniedException without the permission {@code admin}
   * @throws dev.membrane.spi.StoreUnavailableException if the store cannot serve
   * @throws ClosedException after the memory was closed
   */
  long embeddingBacklog();
}
