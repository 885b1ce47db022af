package dev.membrane.internal.embed;

import java.time.Duration;
import java.time.Instant;

/**
 * How long a model that cannot be reached is left alone: twice as long each time. A clock that is
 * set back ends the pause. Not thread-safe.
 */
final class Pause {

  private static final Duration FIRST = Duration.ofSeconds(2);
  private static final Duration MAX_LENGTH = Duration.ofMinutes(5);

  private Instant begun = Instant.MIN;
  private Duration length = Duration.ZERO;

  boolean isOn(Instant now) {
    return !now.isBefore(begun) && now.isBefore(begun.plus(length));
  }

  Duration extend(Instant now) {
    Duration twice = length.isZero() ? FIRST : length.multipliedBy(2);
    length = twice.compareTo(MAX_LENGTH) > 0 ? MAX_LENGTH : twice;
    begun = now;
    return length;
  }

  void end() {
    length = Duration.ZERO;
  }
}
