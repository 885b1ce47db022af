package dev.membrane.store.jdbc;

import dev.membrane.schema.Timestamps;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Instants as columns hold them: whole microseconds since 1970. */
public final class Micros {

  private Micros() {}

  /** The microseconds of an instant, which is cut to whole ones. */
  public static long of(Instant instant) {
    return Timestamps.toEpochMicros(instant);
  }

  /** As {@link #of}, null for null. */
  static @Nullable Long ofNullable(@Nullable Instant instant) {
    return instant == null ? null : of(instant);
  }

  /** The instant of a column. */
  public static Instant toInstant(long micros) {
    return Timestamps.ofEpochMicros(micros);
  }
}
