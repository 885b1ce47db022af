package dev.membrane.internal.keys;

import dev.membrane.schema.ValidationException;
import dev.membrane.spi.commit.Key;
import java.util.List;

/**
 * The keys that say how far erasures have come. They belong to one store: elsewhere nobody has
 * asked for the erasure. Stateless and thread-safe.
 */
public final class ErasureKeys {

  /** How their names begin. */
  public static final String PREFIX = "erasure:";

  /** How the names of the keys begin that name what an erasure has erased so far. */
  public static final String ERASED = "erased:";

  /** How the names of the keys begin that name notes of facts that lessons still lead to. */
  public static final String TAUGHT = "taught:";

  private static final List<String> PREFIXES = List.of(PREFIX, ERASED, TAUGHT);

  private ErasureKeys() {}

  /** Whether a key is one of them. */
  public static boolean isOne(Key key) {
    return PREFIXES.stream().anyMatch(key.name()::startsWith);
  }

  /**
   * Checks a key that comes from elsewhere.
   *
   * @throws ValidationException if it would begin an erasure here
   */
  public static void check(Key key) {
    if (isOne(key)) {
      throw new ValidationException("name", "must not begin with " + String.join(" or ", PREFIXES));
    }
  }
}
