package dev.membrane.internal.work;

import dev.membrane.spi.ModelException;
import dev.membrane.spi.store.StoreUnavailableException;
import org.slf4j.Logger;

/** How it is logged that work which nobody waits for has failed. */
public final class WorkFailures {

  private WorkFailures() {}

  /**
   * Logs a warning if the store is unavailable, which no work can help, and an error otherwise. A
   * failure of a store or a model says why by itself; any other is logged with its stack trace, and
   * without the messages of others.
   *
   * @param what a sentence without its end
   */
  public static void log(Logger log, String what, Throwable failure) {
    if (failure instanceof StoreUnavailableException lost) {
      log.warn("{}: {}", what, lost.reason());
    } else if (failure instanceof ModelException) {
      log.error("{}: {}", what, failure.getMessage());
    } else {
      log.error(what, RedactedFailure.of(failure));
    }
  }
}
