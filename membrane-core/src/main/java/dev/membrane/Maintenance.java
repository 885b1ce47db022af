package dev.membrane;

import org.jspecify.annotations.Nullable;

/**
 * Background jobs: runs one now, for programs that run without them or do not want to wait, and
 * tells what waits for them.
 *
 * <p>Every method throws {@link AccessDeniedException} without the permission {@code admin}, {@link
 * dev.membrane.spi.store.StoreUnavailableException}, and {@link ClosedException}. Safe for use by
 * many threads; of the processes that share a store, one does a job at a time.
 */
public interface Maintenance {

  /**
   * Learns from all settled episodes, until none is due or the thread is interrupted. A run
   * continues where the one before ended, and changes nothing if there is nothing new. Of the
   * processes that share a store one learns at a time; the others wait.
   */
  ConsolidationResult consolidate();

  /**
   * Learns as {@link #consolidate} does, and before that queues the settled episodes that one stage
   * has not learned from: it was not there when they settled, or has set them aside. What it has
   * learned from, or what waits for it anyway, is not queued. The answer counts what was. If a run
   * ends early, the next one continues with what is queued by then.
   *
   * @param stage the name of a stage that learns, among those that this memory has
   * @param scope only the episodes of this scope; null: all that the caller sees in full
   * @throws dev.membrane.schema.ValidationException if the memory has no such stage, or the caller
   *     may not see the scope
   */
  ConsolidationResult consolidateAgain(String stage, @Nullable String scope);

  /**
   * The background work that waits and how the last runs ended, over all scopes.
   *
   * @throws CancelledException if the caller stops waiting
   */
  JobsReport jobs();

  /**
   * Deletes the records that are due for pruning, and returns their number. Before that it finishes
   * the {@linkplain Revision#erase erasures} that were interrupted; what these erase is not
   * counted. Before the first episode is deleted that was not learned from, all is learned that can
   * be, as {@link #consolidate} does; what cannot be learned from is deleted all the same.
   */
  int prune();

  /** Deletes expired idempotency keys, and returns their number. */
  int expireIdempotencyKeys();

  /**
   * Embeds the waiting records, until none is left or the model cannot be reached. Does nothing
   * without an embedder.
   */
  EmbeddingResult embed();

  /**
   * How many records wait to be embedded, counted by the store; one that waits for two reasons may
   * count twice. 0 without an embedder.
   */
  long embeddingBacklog();

  /**
   * What became of the records that waited for an embedding; each count is at least 0.
   *
   * @param embedded records that have a vector now
   * @param setAside records that the model refuses, and that are not tried again
   */
  record EmbeddingResult(int embedded, int setAside) {

    /** Nothing waited. */
    public static final EmbeddingResult NOTHING = new EmbeddingResult(0, 0);

    /** Both together. */
    public EmbeddingResult plus(EmbeddingResult other) {
      return new EmbeddingResult(embedded + other.embedded, setAside + other.setAside);
    }
  }
}
