package dev.membrane.store.jdbc;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Instants as columns hold them: whole microseconds since 1970. */
public final class Micros {

  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final int NANOS_PER_MICRO = 1_000;

  private Micros() {}

  /** The microseconds of an instant, which is cut to whole ones. */
  public static long of(Instant instant) {
    // ChronoUnit.MICROS.between counts nanoseconds first, which are too many after three centuries.
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), MICROS_PER_SECOND),
        instant.getNano() / NANOS_PER_MICRO);
  }

  /** As {@link #of}, null for null. */
  static @Nullable Long ofNullable(@Nullable Instant instant) {
    return instant == null ? null : of(instant);
  }

  /** The instant of a column. */
  public static Instant toInstant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
