package dev.membrane.internal.erase;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.store.History.PastRecord;
import dev.membrane.spi.store.MemoryStore;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The ids of those of some records that were pruned, have versions, and belong to what is erased.
 *
 * @param erased those that are meant themselves, and those learned from nothing else
 * @param quoting those that were learned from something else, too
 */
record PrunedTargets(Set<String> erased, Set<String> quoting) {

  /** The ids of those of some records that were pruned and have versions. */
  static Set<String> known(Collection<String> ids, MemoryStore store) {
    return LastStates.of(ids, store)
        .map(past -> past.stored().record().id())
        .collect(Collectors.toSet());
  }

  /** The ids of both kinds. */
  Set<String> all() {
    Set<String> all = new LinkedHashSet<>(erased);
    all.addAll(quoting);
    return all;
  }

  /**
   * Looks at the last states of some records.
   *
   * @param isErased answers which of some ids are erased so far
   */
  static PrunedTargets among(
      List<PastRecord> page, TargetPages pages, UnaryOperator<Set<String>> isErased) {
    List<MemoryRecord> records = page.stream().map(past -> past.stored().record()).toList();
    Set<String> erased = new LinkedHashSet<>(pages.meant(records));
    Set<String> grounds =
        isErased.apply(records.stream().flatMap(Lineage::grounds).collect(Collectors.toSet()));
    Set<String> quoting = new LinkedHashSet<>();
    for (MemoryRecord record : records) {
      if (Lineage.isFrom(record, grounds)) {
        (Lineage.isOnlyFrom(record, grounds) ? erased : quoting).add(record.id());
      }
    }
    return new PrunedTargets(erased, quoting);
  }
}
