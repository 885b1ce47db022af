package dev.membrane;

/**
 * The memory as one caller reaches it: the caller makes all calls. It is used for as long as the
 * {@link Membrane} that it belongs to is open, and need not be closed. Safe for use by many
 * threads.
 */
public interface Memory {

  /** The same memory for a caller, who makes all calls of the result. */
  Memory as(Caller caller);

  /** Stores experience. */
  Ingestion ingestion();

  /** Answers questions. */
  Retrieval retrieval();

  /** Lists what is stored. */
  Listing listing();

  /** Changes what is known, and how salient it is. */
  Revision revision();

  /** Runs background jobs now, and counts what waits for them. */
  Maintenance maintenance();

  /** Reads the audit logs of records. */
  AuditLog audit();

  /**
   * The figures of this moment, aggregated by the store over all scopes.
   *
   * @throws AccessDeniedException without the permission {@code admin}
   * @throws dev.membrane.spi.store.StoreUnavailableException if the store cannot serve
   * @throws ClosedException after the memory was closed
   */
  MetricsSnapshot metrics();

  /**
   * Returns if the memory can serve.
   *
   * @throws dev.membrane.spi.store.StoreUnavailableException if the store cannot serve
   * @throws ClosedException after the memory was closed
   */
  void check();
}
