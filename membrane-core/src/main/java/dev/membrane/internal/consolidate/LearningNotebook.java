package dev.membrane.internal.consolidate;

import dev.membrane.internal.keys.LearningScope;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.spi.Stage;
import java.time.Instant;
import java.util.Optional;

/** A notebook in which a stage notes what it learns. */
final class LearningNotebook extends ScopedNotebook {

  private final StageCommit commit;
  private final boolean leavesVersions;

  /**
   * A notebook of a batch.
   *
   * @param leavesVersions whether the past still knows what is deleted. It must not once an episode
   *     has moved to another scope or sensitivity: whoever sees this one may not see the episode
   *     any more, nor learn from the past what it taught
   */
  LearningNotebook(
      LearningContext learning,
      Stage<?> stage,
      LearningScope scope,
      StageCommit commit,
      Instant now,
      boolean leavesVersions) {
    super(learning, stage, scope, commit, now);
    this.commit = commit;
    this.leavesVersions = leavesVersions;
  }

  @Override
  public boolean delete(String id, String rationale) {
    Optional<RecordEdit> known = commit.record(id);
    known.ifPresent(it -> requireMadeByStage(it.record()));
    if (known.isPresent()
        && known.get().record().lifecycle().deletionPolicy() != DeletionPolicy.AUTO_PRUNE) {
      return false;
    }
    AuditEntry entry = entry(AuditAction.DELETE, rationale);
    known.ifPresent(it -> commit.put(leavesVersions ? it.ended(entry) : it.erased(entry)));
    return true;
  }
}
