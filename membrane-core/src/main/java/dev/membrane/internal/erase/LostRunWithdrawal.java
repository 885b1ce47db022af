package dev.membrane.internal.erase;

import dev.membrane.internal.consolidate.LessonWithdrawal;
import dev.membrane.internal.consolidate.RecordEdit;
import dev.membrane.internal.consolidate.StageCommit;
import dev.membrane.internal.episode.EpisodeParts;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Takes back what was learned from runs that were deleted or pruned before. Their lessons went with
 * their records, but the last version of a run that was pruned may tell its lesson again.
 */
record LostRunWithdrawal(
    MemoryStore store, StageCommit commit, Lineage lineage, OutcomeErasure outcomes) {

  /** Takes back the lessons of those of some records that are gone. */
  void takeBack(Collection<String> ids, LessonWithdrawal withdrawal) {
    Map<LearningScope, Set<String>> lost =
        ids.isEmpty()
            ? Map.of()
            : store.headers(ids, Instant.EPOCH).stream()
                .filter(RecordHeader::isDeleted)
                .collect(
                    Collectors.groupingBy(
                        LearningScope::of,
                        Collectors.mapping(RecordHeader::id, Collectors.toSet())));
    lost.forEach((scope, gone) -> takeBack(gone, scope, withdrawal));
  }

  private void takeBack(Set<String> ids, LearningScope scope, LessonWithdrawal withdrawal) {
    outcomes.takeBackAborted(ids, scope);
    List<MemoryRecord> known =
        LastStates.of(ids, store).map(past -> past.stored().record()).toList();
    Set<String> lost = new HashSet<>(ids);
    known.stream().filter(it -> !isEpisode(it)).forEach(it -> lost.remove(it.id()));
    if (!lost.isEmpty()) {
      List<MemoryRecord> whole =
          whole(known.stream().filter(LostRunWithdrawal::isEpisode).toList());
      withdrawal.lose(lost, whole, learned(lost), scope);
    }
  }

  private static boolean isEpisode(MemoryRecord record) {
    return record.payload() instanceof EpisodicPayload;
  }

  /** Those that had one record each. Of several, one alone does not tell what all have taught. */
  private List<MemoryRecord> whole(List<MemoryRecord> episodes) {
    List<String> ids = episodes.stream().map(MemoryRecord::id).toList();
    Map<String, List<AuditEntry>> logs =
        ids.isEmpty()
            ? Map.of()
            : store.auditLogs(ids).stream()
                .collect(Collectors.toMap(AuditTrail::id, AuditTrail::entries));
    return episodes.stream()
        .filter(it -> !EpisodeParts.isPart(it, logs.getOrDefault(it.id(), List.of())))
        .toList();
  }

  private List<MemoryRecord> learned(Set<String> ids) {
    Set<String> candidates = lineage.near(ids);
    commit.prefetchRecords(candidates);
    return candidates.stream()
        .flatMap(id -> commit.record(id).stream())
        .map(RecordEdit::record)
        .toList();
  }
}
