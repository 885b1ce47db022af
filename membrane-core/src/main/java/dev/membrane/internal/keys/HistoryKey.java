package dev.membrane.internal.keys;

import dev.membrane.spi.commit.Key;
import java.time.Instant;

/**
 * The key that says since when a store keeps former states without a gap. It belongs to one store,
 * since exports have no former states. Stateless and thread-safe.
 */
public final class HistoryKey {

  /** Its name. */
  public static final String NAME = "history";

  private HistoryKey() {}

  /** The key of an instant. */
  public static Key since(Instant instant) {
    return new Key(NAME, instant.toString(), null);
  }

  /** The instant of the key. */
  public static Instant since(Key key) {
    return Instant.parse(key.value());
  }

  /** Whether a key is this one. */
  public static boolean isOne(Key key) {
    return key.name().equals(NAME);
  }
}
