package dev.membrane;

/**
 * Does at once what the background jobs do at intervals, for programs that run without them or do
 * not want to wait.
 *
 * <p>Every method throws {@link AccessDeniedException} without the permission {@code admin}, {@link
 * dev.membrane.spi.StoreUnavailableException}, and {@link ClosedException}. Safe for use by many
 * threads; of the processes that share the store one does a job at a time.
 */
public interface Maintenance {

  /** Deletes the records whose time has run out, and answers how many. */
  int prune();

  /** Forgets idempotency keys that are older than they are kept, and answers how many. */
  int expireIdempotencyKeys();

  /**
   * Embeds the records that wait for it, until none does or the model cannot be reached. Without an
   * embedder it does nothing.
   */
  EmbeddingResult embed();
}
