package dev.membrane.internal.work;

import dev.membrane.spi.ModelException;
import dev.membrane.spi.StoreUnavailableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** How it is logged that work which nobody waits for has failed. */
public final class WorkFailures {

  private WorkFailures() {}

  /**
   * Logs an error. A failure of a store or a model says why by itself; any other is logged with its
   * stack trace, and without the messages of others.
   *
   * @param what a sentence without its end
   */
  public static void log(Logger log, String what, Throwable failure) {
    String reason = reason(failure);
    if (reason == null) {
      log.error(what, RedactedFailure.of(failure));
    } else {
      log.error("{}: {}", what, reason);
    }
  }

  private static @Nullable String reason(Throwable failure) {
    if (failure instanceof StoreUnavailableException lost) {
      return lost.reason();
    }
    return failure instanceof ModelException ? failure.getMessage() : null;
  }
}
