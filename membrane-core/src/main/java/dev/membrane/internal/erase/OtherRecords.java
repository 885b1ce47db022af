package dev.membrane.internal.erase;

import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.store.MemoryStore;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Records with the words of a subject that an erasure leaves.
 *
 * @param isTruncated whether there may be more
 */
record OtherRecords(List<String> ids, boolean isTruncated) {

  static final OtherRecords NONE = new OtherRecords(List.of(), false);

  private static final int MAX = 100;

  /** How many records with the rarest of the words are looked at. */
  private static final int MAX_SEARCHED = 10_000;

  /** The first records with all of some words, without those that are known. */
  static OtherRecords with(Set<String> words, MemoryStore store, Filter filter, Set<String> known) {
    Map<String, Long> counts = store.termStatistics(filter.visibility(), words).recordsByTerm();
    List<String> rarestFirst =
        words.stream()
            .sorted(Comparator.comparing((String word) -> counts.getOrDefault(word, 0L)))
            .toList();
    // All of them have the rarest word, so the search need not go on to the next one.
    long having = counts.getOrDefault(rarestFirst.get(0), 0L);
    if (having == 0) {
      return NONE;
    }
    List<String> others =
        store.search(filter, rarestFirst, (int) Math.min(having, MAX_SEARCHED)).stream()
            .filter(hit -> hit.termCounts().keySet().containsAll(words))
            .map(Hit::id)
            .filter(id -> !known.contains(id))
            .sorted()
            .toList();
    return new OtherRecords(
        others.stream().limit(MAX).toList(), others.size() > MAX || having > MAX_SEARCHED);
  }
}
