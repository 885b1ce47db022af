package dev.membrane.internal.erase;

import dev.membrane.internal.consolidate.LearningScope;
import dev.membrane.internal.consolidate.LessonWithdrawal;
import dev.membrane.internal.consolidate.RecordEdit;
import dev.membrane.internal.consolidate.StageCommit;
import dev.membrane.internal.episode.EpisodeParts;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.AuditTrail;
import dev.membrane.spi.Header;
import dev.membrane.spi.MemoryStore;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What was learned from runs that were deleted or pruned before. The lesson of a run goes with its
 * record; of one that was pruned, the last version may tell it again.
 */
record LostRunWithdrawal(MemoryStore store, StageCommit commit, Lineage lineage) {

  /** Takes back what those of some records have taught that are gone. */
  void takeBack(Collection<String> ids, LessonWithdrawal withdrawal) {
    Map<LearningScope, Set<String>> lost =
        ids.isEmpty()
            ? Map.of()
            : store.headers(ids, Instant.EPOCH).stream()
                .filter(Header::isDeleted)
                .collect(
                    Collectors.groupingBy(
                        it -> new LearningScope(it.scope(), it.sensitivity()),
                        Collectors.mapping(Header::id, Collectors.toSet())));
    lost.forEach((scope, gone) -> takeBack(gone, scope, withdrawal));
  }

  private void takeBack(Set<String> ids, LearningScope scope, LessonWithdrawal withdrawal) {
    List<MemoryRecord> known =
        store.history().stream()
            .flatMap(history -> history.pruned(ids).stream())
            .map(past -> past.stored().record())
            .toList();
    Set<String> lost = new HashSet<>(ids);
    known.stream().filter(it -> !isEpisode(it)).forEach(it -> lost.remove(it.id()));
    if (!lost.isEmpty()) {
      List<MemoryRecord> whole =
          known.stream().filter(LostRunWithdrawal::isEpisode).filter(this::isWhole).toList();
      withdrawal.lose(lost, whole, learned(lost), scope);
    }
  }

  private static boolean isEpisode(MemoryRecord record) {
    return record.payload() instanceof EpisodicPayload;
  }

  /** Of an episode with several records, one alone does not tell what it taught. */
  private boolean isWhole(MemoryRecord episode) {
    return !EpisodeParts.isPart(
        episode, store.auditLog(episode.id()).map(AuditTrail::entries).orElse(List.of()));
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
