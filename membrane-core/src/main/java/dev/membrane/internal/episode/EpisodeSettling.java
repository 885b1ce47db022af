package dev.membrane.internal.episode;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.store.StoredRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Tells when episodes settle: nothing more is expected of them then, and they are learned from. */
public final class EpisodeSettling {

  /** An episode without an outcome settles this long after its last part. */
  private static final Duration PATIENCE = Duration.ofHours(24);

  private static final Set<AuditAction> ADDITIONS = Set.of(AuditAction.CREATE, AuditAction.REVISE);

  private EpisodeSettling() {}

  /** When an episode settles: with its outcome, or some time after its last part. */
  public static Instant settledAt(MemoryRecord episode) {
    return settledAt(episode, lastAddition(episode));
  }

  /** When an episode settles to which nothing was added after an instant. */
  public static Instant settledAt(MemoryRecord episode, Instant last) {
    boolean isOver = ((EpisodicPayload) episode.payload()).outcome() != null;
    return isOver ? last : last.plus(PATIENCE);
  }

  /**
   * When something was last added to an episode, by its audit log: changes of salience add nothing.
   * The log may be an excerpt, whose last half has no gap. What was added before that half was
   * added before the first entry of it.
   */
  private static Instant lastAddition(MemoryRecord episode) {
    List<AuditEntry> log = episode.auditLog();
    int from = Math.max(0, log.size() - StoredRecord.AUDIT_EXCERPT / 2);
    for (int i = log.size() - 1; i > from; i--) {
      if (ADDITIONS.contains(log.get(i).action())) {
        return log.get(i).timestamp();
      }
    }
    return log.isEmpty() ? episode.updatedAt() : log.get(from).timestamp();
  }
}
