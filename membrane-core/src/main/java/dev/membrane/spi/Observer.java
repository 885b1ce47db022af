package dev.membrane.spi;

import java.time.Duration;

/**
 * Is told what was done and how long it took, such as to make metrics of it. The names it is told
 * are those of methods, stages and jobs: few, and never anything that a caller has sent.
 *
 * <p>Each method is called at the end of the work, on the thread that did it. Implementations are
 * safe for use by many threads, return quickly, throw nothing, and override what they care about.
 */
public interface Observer {

  /** Cares about nothing. */
  Observer NONE = new Observer() {};

  /** How a piece of work ended. */
  enum Outcome {
    /** As it was meant to. */
    OK,
    /** Something had changed in between, and the engine tries again or reports it. */
    CONFLICT,
    /** The store or the model could not be reached or could not take it. */
    UNAVAILABLE,
    /** In any other way. */
    ERROR;

    /** The outcome of what ended by throwing. */
    public static Outcome of(Throwable thrown) {
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
   * @param status the transport's word for how it ended
   */
  default void call(String method, String status, Duration took) {}

  /**
   * The store was asked.
   *
   * @param operation the method of {@link MemoryStore}
   */
  default void store(String operation, Outcome outcome, Duration took) {}

  /**
   * A stage of the consolidation was asked.
   *
   * @param stage its name
   * @param step the method of {@link Stage}
   */
  default void stage(String stage, String step, Outcome outcome, Duration took) {}

  /**
   * A model was asked, each attempt for itself.
   *
   * @param task what for, a word of the plugin's
   */
  default void model(String task, Outcome outcome, Duration took) {}

  /**
   * A model has said how much it read and wrote.
   *
   * @param task what for, a word of the plugin's
   * @param read tokens that it was given, at least 0
   * @param written tokens that it answered with, at least 0
   */
  default void tokens(String task, long read, long written) {}

  /**
   * A run of a background job ended.
   *
   * @param job its name
   */
  default void job(String job, Outcome outcome, Duration took) {}

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
   * @param what {@code created} for records that it made, {@code reinforced} for those that it met
   *     again, {@code compressed} for episodes whose salience it reduced, {@code failed} for
   *     episodes that it could not handle this time
   * @param count at least 0
   */
  default void handledByStage(String stage, String what, long count) {}
}
