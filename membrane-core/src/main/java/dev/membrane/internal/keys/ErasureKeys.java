package dev.membrane.internal.keys;

import dev.membrane.schema.ValidationException;
import dev.membrane.spi.commit.Key;

/**
 * The keys that say how far erasures have come. They belong to one store: elsewhere nobody has
 * asked for the erasure. Stateless and thread-safe.
 */
public final class ErasureKeys {

  /** How their names begin. */
  public static final String PREFIX = "erasure:";

  /** How the names of the keys begin that name what an erasure has erased so far. */
  public static final String ERASED = "erased:";

  private ErasureKeys() {}

  /** Whether a key is one of them. */
  public static boolean isOne(Key key) {
    return key.name().startsWith(PREFIX) || key.name().startsWith(ERASED);
  }

  /**
   * Checks a key that comes from elsewhere.
   *
   * @throws ValidationException if it would begin an erasure here
   */
  public static void check(Key key) {
    if (isOne(key)) {
      throw new ValidationException("name", "must not begin with " + PREFIX + " or " + ERASED);
    }
  }
}
