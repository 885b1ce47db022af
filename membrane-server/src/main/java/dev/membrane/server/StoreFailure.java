package dev.membrane.server;

import dev.membrane.spi.StoreReader;
import dev.membrane.spi.StoreUnavailableException;
import org.jspecify.annotations.Nullable;

/** Says in one line of a store that does not answer which it is, and why. */
final class StoreFailure {

  private StoreFailure() {}

  static StartException refusal(StoreReader store, StoreUnavailableException lost) {
    return new StartException(store + ": " + reason(lost), lost);
  }

  /** The innermost cause says it in the words of the database. */
  static String reason(StoreUnavailableException lost) {
    @Nullable Throwable cause = lost.getCause();
    if (cause == null) {
      return String.valueOf(lost.getMessage());
    }
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return lost.getMessage() + ": " + cause.getMessage();
  }
}
