package dev.membrane.server.internal.plugin;

import dev.membrane.server.StartException;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.StoreUnavailableException;

/** Says in one line why a store cannot be used. */
public final class StoreFailure {

  private StoreFailure() {}

  /** The end of a command whose store could not be opened. */
  public static StartException refusal(StoreOpenException refused) {
    String line = String.valueOf(refused.getMessage());
    return refused.isConfiguration()
        ? StartException.configuration(line, refused)
        : new StartException(line, refused);
  }

  /** The end of a command whose store does not answer any more, with the name of the store. */
  public static StartException refusal(StoreReader store, StoreUnavailableException lost) {
    return new StartException(store + ": " + reason(lost), lost);
  }

  /** What was said of the store, and what the reason is, if that is known. */
  public static String reason(StoreUnavailableException lost) {
    return lost.getCause() == null
        ? String.valueOf(lost.getMessage())
        : lost.getMessage() + ": " + StartException.innermost(lost).getMessage();
  }
}
