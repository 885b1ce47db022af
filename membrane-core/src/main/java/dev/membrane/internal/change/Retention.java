package dev.membrane.internal.change;

import dev.membrane.internal.episode.EpisodeSettling;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.Timestamps;
import dev.membrane.schema.WorkingPayload;
import dev.membrane.spi.Config;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How long records are kept. The instant from which a record may be pruned follows from its stored
 * content. It is computed when the record is written, so that a sweep has nothing to compute.
 *
 * @param episodic how long an episode is kept after it has settled. An episode with tool calls is
 *     kept for this time in any case; one without is kept only until everything was learned from it
 * @param retired how long a record is kept after it was retracted or superseded
 */
public record Retention(Duration episodic, Duration retired) {

  /** What holds where nothing is configured. */
  public static final Retention DEFAULTS = new Retention(Duration.ofDays(7), Duration.ofDays(30));

  /** The live salience below which a record does not matter any more. */
  static final double FORGOTTEN = 0.001;

  private static final Duration TICK = Duration.ofNanos(1_000);

  /** Reads {@code episodic_retention} and {@code retracted_retention}. */
  public static Retention from(Config config) {
    return new Retention(
        config.duration("episodic_retention", DEFAULTS.episodic),
        config.duration("retracted_retention", DEFAULTS.retired));
  }

  /** Why a record may be pruned, and from when. */
  public record Due(Instant at, String reason) {}

  /** The instant from which a record may be pruned; empty: never. */
  public Optional<Instant> dueAt(MemoryRecord record, Anchor anchor) {
    return due(record, anchor).map(Due::at);
  }

  /** From when and why a record may be pruned that nothing is known to be learned from. */
  public Optional<Due> due(MemoryRecord record, Anchor anchor) {
    return due(record, anchor, false);
  }

  /**
   * From when and why a record may be pruned; empty: never.
   *
   * @param isLearned whether every stage has learned from it as it is
   */
  public Optional<Due> due(MemoryRecord record, Anchor anchor, boolean isLearned) {
    Lifecycle lifecycle = record.lifecycle();
    if (lifecycle.pinned() || lifecycle.deletionPolicy() != DeletionPolicy.AUTO_PRUNE) {
      return Optional.empty();
    }
    if (record.payload() instanceof WorkingPayload working && isOver(working)) {
      return Optional.of(new Due(record.updatedAt(), "the task went on without it"));
    }
    Instant protectedUntil = protectedUntil(record, isLearned);
    return Stream.of(forgotten(lifecycle, anchor), outOfAge(record))
        .flatMap(Optional::stream)
        .map(due -> due.at().isBefore(protectedUntil) ? new Due(protectedUntil, due.reason()) : due)
        .filter(due -> Timestamps.isInRange(due.at()))
        .min((one, other) -> one.at().compareTo(other.at()));
  }

  private static Optional<Due> forgotten(Lifecycle lifecycle, Anchor anchor) {
    return lifecycle
        .fallsBelow(FORGOTTEN, anchor.salience(), anchor.at())
        .map(at -> new Due(at, "its salience fell below " + FORGOTTEN));
  }

  private static Optional<Due> outOfAge(MemoryRecord record) {
    @Nullable Long maxAge = record.lifecycle().decay().maxAgeSeconds();
    if (maxAge == null || maxAge > Timestamps.MAX.getEpochSecond()) {
      return Optional.empty();
    }
    Instant last = record.createdAt().plusSeconds(maxAge);
    return Optional.of(new Due(last.plus(TICK), "it grew older than max_age_seconds"));
  }

  /** Before this instant the record is kept, however little it matters. */
  private Instant protectedUntil(MemoryRecord record, boolean isLearned) {
    Instant changed = record.updatedAt();
    if (record.isRetired()) {
      return changed.plus(retired);
    }
    if (!(record.payload() instanceof EpisodicPayload episode)) {
      return changed;
    }
    // Patterns of tool calls recur, and are seen only while both runs are there.
    boolean isSpent = isLearned && episode.toolGraph().isEmpty();
    return isSpent ? changed : EpisodeSettling.settledAt(record, changed).plus(episodic);
  }

  /** Whether a snapshot was replaced by the next of its thread, or ended its task. */
  private static boolean isOver(WorkingPayload working) {
    RevisionState revision = working.revision();
    boolean isRetracted = revision != null && revision.status() == RevisionStatus.RETRACTED;
    boolean isReplaced = revision != null && revision.supersededBy() != null;
    return !isRetracted && (isReplaced || working.state() == TaskState.DONE);
  }
}
