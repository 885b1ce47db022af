package dev.membrane.internal.consolidate;

import dev.membrane.internal.keys.LearningScope;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RevisablePayload;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.spi.Stage;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A notebook in which a stage takes lessons back because their episodes are erased. What no lesson
 * supports any more is erased, whatever its deletion policy, as far as the erasure may. Retired
 * records lose what they have from an episode like all others, so they are shown as if they still
 * held.
 */
final class ErasingNotebook extends ScopedNotebook {

  private static final RevisionState ACTIVE = new RevisionState(null, null, RevisionStatus.ACTIVE);

  private static final String REASON = "What it was learned from was erased";

  private final Predicate<String> erasing;

  /**
   * A notebook of an erasure.
   *
   * @param erasing erases the record of an id; answers whether that is allowed
   */
  ErasingNotebook(
      LearningContext learning,
      Stage<?> stage,
      LearningScope scope,
      StageCommit commit,
      Instant now,
      Predicate<String> erasing) {
    super(learning, stage, scope, commit, now);
    this.erasing = erasing;
  }

  @Override
  public Optional<MemoryRecord> record(String id) {
    return super.record(id).map(ErasingNotebook::asHolding);
  }

  /** The record as if nobody had retired it. */
  private static MemoryRecord asHolding(MemoryRecord record) {
    return record.isRetired() && record.payload() instanceof RevisablePayload payload
        ? record.toBuilder().payload(payload.withRevision(ACTIVE)).build()
        : record;
  }

  /** The reason of the stage names what is erased. */
  @Override
  AuditEntry entry(AuditAction action, String rationale) {
    return super.entry(action, action == AuditAction.REVISE ? REASON : rationale);
  }

  /** What no stage made stays: a mistake of a stage stops no erasure. */
  @Override
  public boolean delete(String id, String rationale) {
    return super.record(id).filter(record -> !Sources.isMadeByStage(record)).isEmpty()
        && erasing.test(id);
  }
}
