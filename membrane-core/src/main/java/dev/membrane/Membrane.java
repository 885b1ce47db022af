package dev.membrane;

/**
 * The memory of agents over one store: the door for programs.
 *
 * <pre>{@code
 * try (Membrane membrane =
 *     Membrane.builder().openStore(() -> SqliteStore.open("agent.db")).build()) {
 *   Membrane mine = membrane.as(Caller.named("my-agent").in("project"));
 *   mine.ingestion().observe("my-agent", "user", "prefers_language", "Go");
 *   mine.retrieval().retrieve("which language?").records().forEach(System.out::println);
 * }
 * }</pre>
 *
 * <p>Records do not stay for ever: background jobs delete what has faded, with the defaults a fact
 * some ten months after it was last of use and an episode after a week. A record whose deletion
 * policy is {@code manual_only} stays, and with {@code default_deletion_policy: manual_only} in the
 * configuration all do.
 *
 * <p>Safe for use by many threads. It closes what it opened, never what it was given. After {@link
 * #close()} every call throws {@link ClosedException}.
 */
public interface Membrane extends AutoCloseable {

  /** A builder with the defaults of every setting. */
  static MembraneBuilder builder() {
    return new MembraneBuilder();
  }

  /**
   * The same memory for a caller, who is then who asks in every call. Unless said, {@link
   * Caller#ANONYMOUS} asks. To close it closes the memory.
   */
  Membrane as(Caller caller);

  /** Takes experience in. */
  Ingestion ingestion();

  /** Gives memory back. */
  Retrieval retrieval();

  /** Lists what there is. */
  Listing listing();

  /** Changes what is known. */
  Revision revision();

  /** Raises and lowers salience. */
  Decay decay();

  /** Learns from what has happened. */
  Consolidation consolidation();

  /** Does at once what background jobs do at intervals. */
  Maintenance maintenance();

  /** Says what was done to a record. */
  AuditLog audit();

  /** Counts what is there. */
  Metrics metrics();

  /**
   * Answers if memory can serve.
   *
   * @throws dev.membrane.spi.StoreUnavailableException if the store cannot
   * @throws ClosedException after the memory was closed
   */
  void check();

  /** Stops the background jobs, then closes the store if this opened it. */
  @Override
  void close();
}
