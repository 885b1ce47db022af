package dev.membrane.internal.erase;

import dev.membrane.schema.MemoryType;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How much is erased, by what it is.
 *
 * @param byWord the counts by the words that are stored
 */
record ErasureCounts(Map<String, Long> byWord) {

  static final ErasureCounts NONE = new ErasureCounts(Map.of());

  static final String CHANGED = "changed";

  /** Idempotency keys, and receipts of answers. */
  static final String KEYS = "idempotency_keys";

  /**
   * The records that were deleted before, and whose lessons are gone with them. They may have been
   * erased before, too.
   */
  static final String TOMBSTONES = "tombstones";

  /**
   * Those among the tombstones, and among what names erased records, that had versions, a rationale
   * or a kept run.
   */
  static final String PRUNED = "pruned";

  /** What the report does not count: notes, and counts of procedures. */
  static final String REMAINS = "remains";

  private static final String ASKED = "records:";
  private static final String LEARNED = "learned:";

  ErasureCounts {
    byWord = Map.copyOf(byWord);
  }

  static ErasureCounts of(String word, long count) {
    return new ErasureCounts(Map.of(word, count));
  }

  /** Records that were asked for. */
  static ErasureCounts ofAsked(Stream<MemoryType> types) {
    return ofTypes(ASKED, types);
  }

  /** Records that were learned from those. */
  static ErasureCounts ofLearned(Stream<MemoryType> types) {
    return ofTypes(LEARNED, types);
  }

  private static ErasureCounts ofTypes(String prefix, Stream<MemoryType> types) {
    return new ErasureCounts(
        types.collect(
            Collectors.groupingBy(type -> prefix + type.wireName(), Collectors.counting())));
  }

  ErasureCounts plus(ErasureCounts more) {
    Map<String, Long> sums = new TreeMap<>(byWord);
    more.byWord.forEach((word, count) -> sums.merge(word, count, Long::sum));
    return new ErasureCounts(sums);
  }

  long count(String word) {
    return byWord.getOrDefault(word, 0L);
  }

  /** Whether anything is erased. A tombstone may have nothing left to erase. */
  boolean isAnyErased() {
    return byWord.entrySet().stream()
        .anyMatch(it -> it.getValue() > 0 && !it.getKey().equals(TOMBSTONES));
  }

  /** The number of all records. */
  long records() {
    return sum(ASKED) + sum(LEARNED);
  }

  /** The number of records that were learned from others. */
  long learned() {
    return sum(LEARNED);
  }

  private long sum(String prefix) {
    return byWord.entrySet().stream()
        .filter(count -> count.getKey().startsWith(prefix))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  Map<MemoryType, Long> askedByType() {
    return byType(ASKED);
  }

  Map<MemoryType, Long> learnedByType() {
    return byType(LEARNED);
  }

  private Map<MemoryType, Long> byType(String prefix) {
    Map<MemoryType, Long> byType = new EnumMap<>(MemoryType.class);
    for (MemoryType type : MemoryType.values()) {
      Long count = byWord.get(prefix + type.wireName());
      if (count != null) {
        byType.put(type, count);
      }
    }
    return byType;
  }
}
