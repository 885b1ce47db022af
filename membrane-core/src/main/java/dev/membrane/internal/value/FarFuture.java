package dev.membrane.internal.value;

import dev.membrane.schema.Timestamps;
import dev.membrane.schema.ValidationException;
import java.time.Duration;
import java.time.Instant;

/** The instants that no server's clock has told yet, however wrong it was. */
public final class FarFuture {

  /**
   * How far the clock of the server that wrote something may have been ahead of this one. A clock
   * can have been years ahead by mistake, and what it has dated is taken as it is. No clock was
   * more than a century ahead.
   */
  private static final Duration CLOCKS_DIFFER = Duration.ofDays(36_525);

  private FarFuture() {}

  /** The latest instant that the clock of a server can have told by now. */
  public static Instant after(Instant now) {
    return now.plus(CLOCKS_DIFFER);
  }

  /**
   * Checks an instant that a server's clock is said to have told.
   *
   * @param latest see {@link #after}
   * @throws ValidationException if it lies after that
   */
  public static void check(String field, Instant at, Instant latest) {
    if (at.isAfter(latest)) {
      throw new ValidationException(
          field,
          "is too far in the future ("
              + Timestamps.write(at)
              + ") for any server to have written it");
    }
  }
}
