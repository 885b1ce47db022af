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

  /** The same, and which instant counts as long as the clock has not come to that of the key. */
  public static Key meanwhile(Key key, Instant instant) {
    return new Key(NAME, key.value().split(" ", -1)[0] + " " + instant, null);
  }

  /** The instant of the key that counts by a clock. */
  public static Instant since(Key key, Instant now) {
    String[] instants = key.value().split(" ", -1);
    Instant since = Instant.parse(instants[0]);
    return since.isAfter(now) && instants.length > 1 ? Instant.parse(instants[1]) : since;
  }

  /** Whether a key is this one. */
  public static boolean isOne(Key key) {
    return key.name().equals(NAME);
  }
}
