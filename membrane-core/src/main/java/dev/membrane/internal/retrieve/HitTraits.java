package dev.membrane.internal.retrieve;

import dev.membrane.internal.text.Traits;
import dev.membrane.spi.Hit;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The traits of hits. Each mark is parsed only once for a question. Not thread-safe. */
final class HitTraits {

  private final Map<String, Optional<Traits>> byMark = new HashMap<>();
  private final Duration pause;

  /**
   * Traits that are not read yet.
   *
   * @param pause a longer one ends a sitting
   */
  HitTraits(Duration pause) {
    this.pause = pause;
  }

  Optional<Traits> of(Hit hit) {
    return byMark.computeIfAbsent(hit.mark(), Traits::of);
  }

  /** Whether no longer pause lies between two records; of times that are not known none does. */
  boolean isOneSitting(Hit one, Hit other) {
    Optional<Traits> first = of(one);
    Optional<Traits> second = of(other);
    return first.isEmpty()
        || second.isEmpty()
        || isWithinPause(first.get().at(), second.get().at());
  }

  private boolean isWithinPause(Instant one, Instant other) {
    return one.isBefore(other) ? !other.isAfter(one.plus(pause)) : !one.isAfter(other.plus(pause));
  }

  /** Whether another speaks. */
  boolean isOtherSpeaker(Hit one, Hit other) {
    return !speaker(one).equals(speaker(other));
  }

  private Optional<List<String>> speaker(Hit hit) {
    return of(hit).map(Traits::speaker);
  }
}
