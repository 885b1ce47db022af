package dev.membrane.server.internal.access;

import dev.membrane.server.StartException;
import java.util.function.Supplier;

/** The keys that are accepted at the moment. They may change while the server runs. Thread-safe. */
final class ReloadableKeys implements Supplier<AcceptedKeys> {

  private volatile AcceptedKeys keys;

  ReloadableKeys(AcceptedKeys keys) {
    this.keys = keys;
  }

  @Override
  public AcceptedKeys get() {
    return keys;
  }

  /**
   * Replaces the accepted keys, from the next call on.
   *
   * @throws StartException if there are none left: a line that got lost must not let everybody in
   */
  synchronized void replace(AcceptedKeys others) {
    if (others.isEmpty() && !keys.isEmpty()) {
      throw new StartException(
          "api_key, principals: a running server goes on asking for keys; restart it to let"
              + " everybody in");
    }
    keys = others;
  }
}
