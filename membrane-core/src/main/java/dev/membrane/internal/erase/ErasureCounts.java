package dev.membrane.internal.erase;

import static java.util.Objects.requireNonNull;

import dev.membrane.EraseReport;
import dev.membrane.internal.erase.DerivedVersions.FoundIds;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.spi.Header;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Counts what is erased, and keeps the first ids for the report. Not thread-safe. */
final class ErasureCounts {

  static final String CHANGED = "changed";
  static final String KEYS = "idempotency_keys";

  /**
   * Of records that were deleted before, and whose lessons are gone with them. They may have been
   * erased before, too.
   */
  static final String TOMBSTONES = "tombstones";

  /** Of those, and of others that name what is erased: those that had versions. */
  static final String PRUNED = "pruned";

  /** What the report does not count: rationales, notes, counts of procedures, and receipts. */
  static final String REMAINS = "remains";

  private static final String RECORDS = "records:";
  private static final String LEARNED = "learned:";

  private final Map<String, Long> counts = new TreeMap<>();
  private final Set<String> ids = new LinkedHashSet<>();
  private final Set<String> learnedIds = new LinkedHashSet<>();
  private final Set<String> changedIds = new LinkedHashSet<>();
  private final Set<String> prunedIds = new LinkedHashSet<>();

  /**
   * What a batch erases. What it erases as learned from others may itself be asked for.
   *
   * @param isWhole whether that is not met with again in a later batch
   */
  static Map<String, Long> of(LearnedErasure batch, TargetPages pages, boolean isWhole) {
    Map<String, Long> counts = new TreeMap<>();
    asked(batch, pages, isWhole)
        .forEach(it -> counts.merge(RECORDS + it.type().wireName(), 1L, Long::sum));
    learned(batch, pages)
        .forEach(it -> counts.merge(LEARNED + it.type().wireName(), 1L, Long::sum));
    counts.put(CHANGED, (long) batch.changed().size());
    return counts;
  }

  void add(LearnedErasure batch, TargetPages pages, boolean isWhole) {
    of(batch, pages, isWhole).forEach((what, count) -> counts.merge(what, count, Long::sum));
    keep(asked(batch, pages, isWhole).stream().map(MemoryRecord::id).toList(), ids);
    keep(learned(batch, pages).stream().map(MemoryRecord::id).toList(), learnedIds);
    keep(batch.changed(), changedIds);
  }

  /** Counts records that were not read. */
  static void addUnread(List<Header> unread, Map<String, Long> counts) {
    unread.forEach(
        it ->
            counts.merge(RECORDS + requireNonNull(it.outline()).type().wireName(), 1L, Long::sum));
  }

  void addUnread(List<Header> unread) {
    addUnread(unread, counts);
    keep(unread.stream().map(Header::id).toList(), ids);
  }

  /** Of records that lose nothing but versions. */
  static Map<String, Long> of(FoundIds found) {
    return Map.of(CHANGED, (long) found.present().size(), PRUNED, (long) found.gone().size());
  }

  void add(FoundIds found) {
    of(found).forEach((what, count) -> counts.merge(what, count, Long::sum));
    keep(found.present(), changedIds);
    keep(found.gone(), prunedIds);
  }

  /** Counts records that were pruned before, each once. */
  void addPruned(Collection<String> more) {
    counts.merge(PRUNED, (long) more.size(), Long::sum);
    keep(more, prunedIds);
  }

  void addKeys(long more) {
    counts.merge(KEYS, more, Long::sum);
  }

  private static List<MemoryRecord> asked(
      LearnedErasure batch, TargetPages pages, boolean isWhole) {
    Stream<MemoryRecord> more =
        isWhole ? batch.learned().stream().filter(pages::isMeant) : Stream.empty();
    return Stream.concat(batch.named().stream(), more).toList();
  }

  private static List<MemoryRecord> learned(LearnedErasure batch, TargetPages pages) {
    return batch.learned().stream().filter(record -> !pages.isMeant(record)).toList();
  }

  private static void keep(Collection<String> more, Set<String> kept) {
    more.stream().limit(Math.max(0, EraseReport.MOST_IDS - kept.size())).forEach(kept::add);
  }

  /** The sum of counts by type. */
  static long records(Map<String, Long> counts) {
    return sum(counts, RECORDS) + sum(counts, LEARNED);
  }

  static long learned(Map<String, Long> counts) {
    return sum(counts, LEARNED);
  }

  private static long sum(Map<String, Long> counts, String prefix) {
    return counts.entrySet().stream()
        .filter(count -> count.getKey().startsWith(prefix))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  EraseReport dryRun(List<String> others) {
    return report(true, "", counts, others, "");
  }

  EraseReport report(String proofId, Map<String, Long> all, String digest) {
    return report(false, proofId, all, List.of(), digest);
  }

  private EraseReport report(
      boolean isDry, String proofId, Map<String, Long> all, List<String> others, String digest) {
    return new EraseReport(
        isDry,
        proofId,
        byType(all, RECORDS),
        byType(all, LEARNED),
        all.getOrDefault(CHANGED, 0L),
        all.getOrDefault(PRUNED, 0L),
        all.getOrDefault(KEYS, 0L),
        List.copyOf(ids),
        List.copyOf(learnedIds),
        List.copyOf(changedIds),
        List.copyOf(prunedIds),
        others,
        digest);
  }

  private static Map<MemoryType, Long> byType(Map<String, Long> counts, String prefix) {
    Map<MemoryType, Long> byType = new EnumMap<>(MemoryType.class);
    for (MemoryType type : MemoryType.values()) {
      Long count = counts.get(prefix + type.wireName());
      if (count != null) {
        byType.put(type, count);
      }
    }
    return byType;
  }
}
