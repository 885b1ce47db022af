package dev.membrane.internal.erase;

import dev.membrane.internal.keys.EngineActors;
import dev.membrane.internal.keys.RelationNames;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Relation;
import dev.membrane.schema.RevisablePayload;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Takes back what erased records have said against records that stay. The rationale goes, and what
 * nothing else speaks against is no longer contested.
 */
record ContestErasure(SharedRationales rationales, ErasedRecords erased) {

  /**
   * A record without the contests that it has lost.
   *
   * @param after the same record, which no longer names erased ones
   */
  MemoryRecord without(MemoryRecord before, MemoryRecord after) {
    Set<Instant> lost =
        contests(before)
            .filter(it -> !after.relations().contains(it))
            .map(Relation::createdAt)
            .collect(Collectors.toSet());
    if (lost.isEmpty()) {
      return after;
    }
    boolean isContested = contests(after).findAny().isPresent();
    List<AuditEntry> log = rationales.log(before.id());
    for (int i = 0; i < log.size(); i++) {
      if (isContest(log.get(i))) {
        if (lost.contains(log.get(i).timestamp())) {
          erased.eraseRationale(before.id(), i + 1);
        } else if (!log.get(i).rationale().isEmpty()) {
          // Somebody has contested it in words, which leave no relation.
          isContested = true;
        }
      }
    }
    return isContested ? after : asHolding(after);
  }

  private static Stream<Relation> contests(MemoryRecord record) {
    return record.relations().stream()
        .filter(it -> it.predicate().equals(RelationNames.CONTESTED_BY));
  }

  private static boolean isContest(AuditEntry entry) {
    return entry.action() == AuditAction.REVISE && !EngineActors.isOne(entry.actor());
  }

  private static MemoryRecord asHolding(MemoryRecord record) {
    RevisionState state = record.revision();
    return state != null
            && state.status() == RevisionStatus.CONTESTED
            && record.payload() instanceof RevisablePayload payload
        ? record.toBuilder()
            .payload(
                payload.withRevision(
                    new RevisionState(
                        state.supersedes(), state.supersededBy(), RevisionStatus.ACTIVE)))
            .build()
        : record;
  }
}
