package dev.membrane.internal.work;

import dev.membrane.spi.FaultLog;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls to code of others that only watches. Whatever it throws is logged and never reaches the
 * caller. Safe for use by many threads.
 */
public final class HarmlessCalls {

  private static final Logger LOG = LoggerFactory.getLogger(HarmlessCalls.class);

  private final FaultLog faults = new FaultLog(LOG::warn, LOG::info);
  private final String whose;

  /**
   * Calls to one object.
   *
   * @param what it is for, such as {@code the observer}
   */
  public HarmlessCalls(String what, Object watching) {
    this.whose = " of " + what + " " + watching.getClass().getName();
  }

  /** Tells it something. */
  public void tell(String method, Runnable call) {
    Boolean unused =
        ask(
            method,
            () -> {
              call.run();
              return true;
            },
            false);
  }

  /**
   * What it answers.
   *
   * @param otherwise the answer if it throws something, or answers null
   */
  public <T> T ask(String method, Supplier<? extends @Nullable T> call, T otherwise) {
    String place = method + whose;
    try {
      @Nullable T answer = call.get();
      if (answer != null) {
        faults.works(place);
        return answer;
      }
      failed(place, new NullPointerException("null is no answer"));
    } catch (Throwable broken) {
      PluginFailures.passOn(broken);
      failed(place, broken);
    }
    return otherwise;
  }

  private void failed(String place, Throwable broken) {
    faults.failed(place, broken, () -> LOG.warn("{} failed", place, RedactedFailure.of(broken)));
  }
}
