package dev.membrane.schema;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When a fact is valid.
 *
 * @param mode which of the other components matter
 * @param conditions the conditions of a conditional fact
 * @param start the first instant of a timeboxed fact; none: no beginning
 * @param end the last instant of a timeboxed fact; none: no end
 */
public record Validity(
    ValidityMode mode,
    @Nullable JsonObject conditions,
    @Nullable Instant start,
    @Nullable Instant end) {

  public Validity {
    mode = Components.present("mode", mode);
    start = Components.optional(start);
    end = Components.optional(end);
  }

  /** A fact without conditions. */
  public static Validity global() {
    return new Validity(ValidityMode.GLOBAL, null, null, null);
  }
}
