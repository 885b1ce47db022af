package dev.membrane.internal.consolidate.procedure;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** How often each of several things was counted. Those with the count 0 are left out. */
final class Frequencies {

  private final SortedMap<String, Long> counts = new TreeMap<>();

  void add(String what, long more) {
    counts.merge(what, more, Long::sum);
    counts.remove(what, 0L);
  }

  void addAll(Frequencies other) {
    other.counts.forEach(this::add);
  }

  long of(String what) {
    return counts.getOrDefault(what, 0L);
  }

  /** All that was counted, by name. */
  SortedMap<String, Long> all() {
    return Collections.unmodifiableSortedMap(counts);
  }
}
