package dev.membrane.internal.retrieve;

import dev.membrane.internal.text.Traits;
import dev.membrane.spi.search.Hit;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads the traits of hits. To parse a mark takes no longer than to look up what it says.
 *
 * @param pause a longer one ends a sitting
 */
record HitTraits(Duration pause) {

  Optional<Traits> of(Hit hit) {
    return Traits.of(hit.mark());
  }

  /** Whether no longer pause lies between two records; of times that are not known none does. */
  boolean isOneSitting(Hit one, Hit other) {
    OptionalLong first = Traits.timeOf(one.mark());
    OptionalLong second = Traits.timeOf(other.mark());
    return first.isEmpty()
        || second.isEmpty()
        || Math.abs(first.getAsLong() - second.getAsLong()) <= pause.toMillis();
  }

  /** Whether another speaks. */
  boolean isOtherSpeaker(Hit one, Hit other) {
    return !speaker(one).equals(speaker(other));
  }

  private Optional<List<String>> speaker(Hit hit) {
    return of(hit).map(Traits::speaker);
  }
}
