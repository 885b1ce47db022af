package dev.membrane.store.memory;

import dev.membrane.spi.commit.HistorySteps;
import dev.membrane.store.memory.EndedStates.Ended;
import dev.membrane.store.memory.Tables.FormerVector;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Removes former states that ended long ago. */
final class Expiry {

  private Expiry() {}

  static void apply(HistorySteps steps, Tables tables) {
    Instant end = steps.expired();
    if (end != null) {
      remove(end, tables.pasts(), Past::until);
      remove(end, tables.formerVectors(), FormerVector::until);
      remove(end, tables.formerKeys(), Ended::until);
      remove(end, tables.formerRuns(), Ended::until);
    }
  }

  private static <T> void remove(
      Instant end, Map<String, List<T>> former, Function<T, Instant> until) {
    Set<T> expired =
        former.values().stream()
            .flatMap(List::stream)
            .filter(one -> until.apply(one).isBefore(end))
            .sorted(Comparator.comparing(until))
            .limit(HistorySteps.MAX)
            .collect(
                Collectors.toCollection(() -> Collections.newSetFromMap(new IdentityHashMap<>())));
    former.replaceAll((id, all) -> all.stream().filter(one -> !expired.contains(one)).toList());
    former.values().removeIf(List::isEmpty);
  }
}
