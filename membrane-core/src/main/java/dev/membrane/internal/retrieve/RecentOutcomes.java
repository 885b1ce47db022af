package dev.membrane.internal.retrieve;

import static java.util.stream.Collectors.toMap;

import dev.membrane.internal.engine.ClaimedCounts;
import dev.membrane.internal.engine.Wilson;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * How the latest uses of a procedure ended, as far as that is known.
 *
 * @param letters {@code s} for a success and {@code f} for a failure each, the latest last; empty:
 *     learning has kept none
 * @param isClaimed whether the counts in the record are what a caller says, and were not measured
 */
record RecentOutcomes(String letters, boolean isClaimed) {

  private static final String PREFIX = "outcomes:";

  /** The outcomes of procedures, by id; nothing of those of which nothing is known. */
  static Map<String, RecentOutcomes> of(Collection<String> ids, MemoryStore store) {
    if (ids.isEmpty()) {
      return Map.of();
    }
    return store
        .find(
            ids.stream().flatMap(id -> Stream.of(PREFIX + id, ClaimedCounts.keyName(id))).toList())
        .stream()
        .collect(
            toMap(
                key -> Objects.requireNonNull(key.owner()),
                RecentOutcomes::of,
                RecentOutcomes::and));
  }

  private static RecentOutcomes of(Key key) {
    return key.name().startsWith(PREFIX)
        ? new RecentOutcomes(key.value(), false)
        : new RecentOutcomes("", true);
  }

  private RecentOutcomes and(RecentOutcomes other) {
    return new RecentOutcomes(letters + other.letters, isClaimed || other.isClaimed);
  }

  /** Whether learning has kept any. */
  boolean isKnown() {
    return !letters.isEmpty();
  }

  /** The lower end of the Wilson interval of their success rate; of known ones only. */
  double success() {
    long successes = letters.chars().filter(letter -> letter == 's').count();
    return Wilson.lowerBound((double) successes / letters.length(), letters.length());
  }
}
