package dev.membrane;

/**
 * The memory of agents over one store, from its opening to its end. Programs start here, and give
 * their parts the {@link Memory} of a caller.
 *
 * <pre>{@code
 * try (Membrane membrane =
 *     Membrane.builder().openStore(() -> SqliteStore.open("agent.db")).build()) {
 *   Memory mine = membrane.as(Caller.named("my-agent").in("project"));
 *   mine.ingestion().observe("my-agent", "user", "prefers_language", "Go");
 *   mine.retrieval().retrieve("which language?").records().forEach(System.out::println);
 * }
 * }</pre>
 *
 * <p>Records do not stay for ever. Background jobs delete faded records: by default a fact some ten
 * months after it was last useful, an episode with tool calls after a week, and any other episode
 * as soon as all was learned from it. A working snapshot goes once it is replaced or its task is
 * {@code done}, and a record with {@code max_age_seconds} at that age. A record whose deletion
 * policy is {@code manual_only} stays, and with {@code default_deletion_policy: manual_only} in the
 * configuration all do.
 *
 * <p>Who calls without {@link #as} is said by {@link MembraneBuilder#caller}, or by the key of a
 * client.
 *
 * <p>Safe for use by many threads. It closes what it opened, never what it was given. After {@link
 * #close()} every call throws {@link ClosedException}.
 */
public interface Membrane extends Memory, AutoCloseable {

  /** A builder with the defaults of every setting. */
  static MembraneBuilder builder() {
    return new MembraneBuilder();
  }

  /**
   * Stops the background jobs, then closes the store if this memory opened it. It waits up to ten
   * seconds for a run of a job under way, and interrupts it then; a plugin that closes the memory
   * within such a run is not waited for. Calls of other threads that are under way, {@link
   * Maintenance#consolidate} too, are not waited for: they fail once they need the store, even one
   * that this memory was given. A further call waits until the first has ended, unless it is made
   * within such a run.
   */
  @Override
  void close();
}
