package dev.membrane.spi;

import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.spi.store.Vectors;
import java.time.Duration;

/**
 * Gets what was done and how long it took, for example for metrics. All names are those of methods,
 * stages and jobs: few, and never text of a caller.
 *
 * <p>Each method but {@link #jobScheduled} is called at the end of the work, on the thread that did
 * it. Implementations are safe for use by many threads, return quickly, and override what they care
 * about. They should throw nothing: the engine logs it, and the work that it observes goes on.
 */
public interface Observer {

  /** Ignores everything. */
  Observer NONE = new Observer() {};

  /** How a piece of work ended. */
  enum WorkOutcome {
    /** It succeeded. */
    OK,
    /** Something had changed in between, and the engine tries again or reports it. */
    CONFLICT,
    /** The store or the model could not be reached or could not take it. */
    UNAVAILABLE,
    /** It failed in any other way. */
    ERROR;

    /** The outcome of work that threw an exception. */
    public static WorkOutcome of(Throwable thrown) {
      if (thrown instanceof ConflictException) {
        return CONFLICT;
      }
      return thrown instanceof StoreUnavailableException ? UNAVAILABLE : ERROR;
    }
  }

  /**
   * A call from outside the process was answered or given up.
   *
   * @param method the name of the method, one of those the transport serves
   * @param status the transport's name of the outcome
   */
  default void call(String method, String status, Duration took) {}

  /**
   * The store was asked.
   *
   * @param operation the method of {@link MemoryStore} or {@link Vectors}, or {@code history} and
   *     that of {@link History}
   */
  default void store(String operation, WorkOutcome outcome, Duration took) {}

  /**
   * A stage of the consolidation was asked.
   *
   * @param stage its name
   * @param step the method of {@link Stage}
   */
  default void stage(String stage, String step, WorkOutcome outcome, Duration took) {}

  /**
   * A model was called; each attempt is reported.
   *
   * @param task the purpose, a word of the plugin's
   */
  default void model(String task, WorkOutcome outcome, Duration took) {}

  /**
   * A model reported how much it read and wrote.
   *
   * @param task the purpose, a word of the plugin's
   * @param read tokens that it was given, at least 0
   * @param written tokens that it answered with, at least 0
   */
  default void tokens(String task, long read, long written) {}

  /**
   * A background job will run at intervals. It has not run yet, so counts of its runs begin at 0.
   *
   * @param job its name
   */
  default void jobScheduled(String job) {}

  /**
   * A run of a background job ended.
   *
   * @param job its name
   */
  default void job(String job, WorkOutcome outcome, Duration took) {}

  /**
   * A run of a background job handled something.
   *
   * @param job its name
   * @param what what was handled and how, one of a few words
   * @param count at least 0
   */
  default void handled(String job, String what, long count) {}

  /**
   * A stage of the consolidation handled something in a run.
   *
   * @param stage its name
   * @param what {@code created} for records that it created, {@code reinforced} for those that it
   *     found again, {@code compressed} for episodes whose salience it reduced, {@code failed} for
   *     episodes that it could not handle this time
   * @param count at least 0
   */
  default void handledByStage(String stage, String what, long count) {}
}
