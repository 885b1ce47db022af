package dev.membrane.spi;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A period of time.
 *
 * @param from its first instant, in whole microseconds; null: it has no beginning
 * @param until the first instant after it, in whole microseconds; null: it has no end
 */
public record Period(@Nullable Instant from, @Nullable Instant until) {

  /** All time. */
  public static final Period ALWAYS = new Period(null, null);

  /** Whether an instant lies in it. */
  public boolean contains(Instant instant) {
    return (from == null || !instant.isBefore(from)) && (until == null || instant.isBefore(until));
  }
}
