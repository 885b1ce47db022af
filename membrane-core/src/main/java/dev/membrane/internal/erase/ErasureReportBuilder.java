package dev.membrane.internal.erase;

import dev.membrane.Revision.EraseReport;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Counts what is erased, and keeps the first ids for the report. Not thread-safe. */
final class ErasureReportBuilder {

  private ErasureCounts counts = ErasureCounts.NONE;
  private final Set<String> ids = new LinkedHashSet<>();
  private final Set<String> learnedIds = new LinkedHashSet<>();
  private final Set<String> changedIds = new LinkedHashSet<>();
  private final Set<String> prunedIds = new LinkedHashSet<>();
  private @Nullable Boolean isDataKeyDestroyed;

  void add(ErasedBatch batch) {
    counts = counts.plus(batch.counts());
    keep(batch.asked().stream().map(MemoryRecord::id).toList(), ids);
    keep(batch.unread().stream().map(RecordHeader::id).toList(), ids);
    keep(batch.learned().stream().map(MemoryRecord::id).toList(), learnedIds);
    keep(batch.changed(), changedIds);
    keep(batch.pruned(), prunedIds);
  }

  void add(ErasureCounts more) {
    counts = counts.plus(more);
  }

  void dataKey(boolean isDestroyed) {
    isDataKeyDestroyed = isDestroyed;
  }

  private static void keep(Collection<String> more, Set<String> kept) {
    more.stream().limit(Math.max(0, EraseReport.MAX_IDS - kept.size())).forEach(kept::add);
  }

  EraseReport dryRun(OtherRecords others) {
    return report(true, "", counts, others, "");
  }

  /**
   * The report of an erasure, of which other processes may have done a part.
   *
   * @param proofId the id of the proof; empty: nothing was erased
   * @param all how much was erased by all of them
   */
  EraseReport report(String proofId, ErasureCounts all, String digest) {
    return report(false, proofId, all, OtherRecords.NONE, digest);
  }

  private EraseReport report(
      boolean isDry, String proofId, ErasureCounts all, OtherRecords others, String digest) {
    return new EraseReport(
        isDry,
        proofId,
        all.askedByType(),
        all.learnedByType(),
        all.count(ErasureCounts.CHANGED),
        all.count(ErasureCounts.PRUNED),
        all.count(ErasureCounts.KEYS),
        List.copyOf(ids),
        List.copyOf(learnedIds),
        List.copyOf(changedIds),
        List.copyOf(prunedIds),
        others.ids(),
        others.isTruncated(),
        digest,
        isDataKeyDestroyed);
  }
}
