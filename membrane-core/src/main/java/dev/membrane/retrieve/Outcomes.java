package dev.membrane.retrieve;

import static java.util.stream.Collectors.toMap;

import dev.membrane.engine.Wilson;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;

/**
 * How the latest uses of a procedure ended, where learning has kept that: {@code s} for a success
 * and {@code f} for a failure each, the latest last.
 */
record Outcomes(String letters) {

  private static final String PREFIX = "outcomes:";

  /** The outcomes of procedures, by id; nothing of those of which none are kept. */
  static Map<String, Outcomes> of(Collection<String> ids, MemoryStore store) {
    if (ids.isEmpty()) {
      return Map.of();
    }
    return store.find(ids.stream().map(id -> PREFIX + id).toList()).stream()
        .filter(key -> !key.value().isEmpty())
        .collect(toMap(key -> Objects.requireNonNull(key.owner()), Outcomes::of));
  }

  private static Outcomes of(Key key) {
    return new Outcomes(key.value());
  }

  /** The lower end of the Wilson interval of their success rate. */
  double success() {
    long successes = letters.chars().filter(letter -> letter == 's').count();
    return Wilson.lowerBound((double) successes / letters.length(), letters.length());
  }
}
