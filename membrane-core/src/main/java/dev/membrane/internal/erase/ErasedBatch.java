package dev.membrane.internal.erase;

import static java.util.Objects.requireNonNull;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What one commit of an erasure takes away.
 *
 * @param asked the records that were asked for, as they were
 * @param learned those that were learned from them, as they were
 * @param unread those that were asked for and that nobody can read
 * @param changed the ids of records that stay and lose something
 * @param pruned the ids of records that were gone before and lose their versions
 */
record ErasedBatch(
    List<MemoryRecord> asked,
    List<MemoryRecord> learned,
    List<RecordHeader> unread,
    Collection<String> changed,
    Collection<String> pruned) {

  /** What is learned from others may itself be asked for. */
  static ErasedBatch of(
      LearnedErasure erasure, TargetPages pages, List<RecordHeader> unread, Set<String> pruned) {
    List<MemoryRecord> asked =
        Stream.concat(erasure.named().stream(), erasure.learned().stream().filter(pages::isMeant))
            .toList();
    return new ErasedBatch(asked, learned(erasure, pages), unread, erasure.changed(), pruned);
  }

  /** What is asked for on this page; what is learned from it and asked for is on another one. */
  static ErasedBatch ofPage(LearnedErasure erasure, TargetPages pages) {
    return new ErasedBatch(
        erasure.named(), learned(erasure, pages), List.of(), erasure.changed(), Set.of());
  }

  private static List<MemoryRecord> learned(LearnedErasure erasure, TargetPages pages) {
    return erasure.learned().stream().filter(record -> !pages.isMeant(record)).toList();
  }

  static ErasedBatch ofUnread(List<RecordHeader> unread) {
    return new ErasedBatch(List.of(), List.of(), unread, Set.of(), Set.of());
  }

  /** Records that lose nothing but versions. */
  static ErasedBatch ofVersions(Set<String> changed, Set<String> pruned) {
    return new ErasedBatch(List.of(), List.of(), List.of(), changed, pruned);
  }

  /** All that is there and is erased. */
  List<MemoryRecord> erased() {
    return Stream.concat(asked.stream(), learned.stream()).toList();
  }

  ErasureCounts counts() {
    ErasureCounts counts =
        ErasureCounts.of(ErasureCounts.CHANGED, changed.size())
            .plus(ErasureCounts.of(ErasureCounts.PRUNED, pruned.size()))
            .plus(ErasureCounts.ofAsked(asked.stream().map(MemoryRecord::type)))
            .plus(ErasureCounts.ofLearned(learned.stream().map(MemoryRecord::type)));
    return counts.plus(
        ErasureCounts.ofAsked(unread.stream().map(it -> requireNonNull(it.outline()).type())));
  }
}
