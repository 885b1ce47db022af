package dev.membrane.server;

import dev.membrane.spi.StoreReader;
import dev.membrane.spi.StoreUnavailableException;

/** Says in one line of a store that does not answer which it is, and why. */
final class StoreFailure {

  private StoreFailure() {}

  static StartException refusal(StoreReader store, StoreUnavailableException lost) {
    return new StartException(store + ": " + reason(lost), lost);
  }

  static String reason(StoreUnavailableException lost) {
    return lost.getCause() == null
        ? String.valueOf(lost.getMessage())
        : lost.getMessage() + ": " + StartException.innermost(lost).getMessage();
  }
}
