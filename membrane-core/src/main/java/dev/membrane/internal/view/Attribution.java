package dev.membrane.internal.view;

import dev.membrane.internal.episode.CallEvents;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanMetrics;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.TimelineEvent;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** When a record was told or used, and what was told besides tool calls. */
public final class Attribution {

  private Attribution() {}

  /** The day of a record in UTC; all that a redacted one tells is that of its creation. */
  static LocalDate date(RecordView view) {
    return day(view instanceof MemoryRecord record ? at(record) : view.createdAt());
  }

  /** The day of an instant in UTC. */
  static LocalDate day(Instant at) {
    return LocalDate.ofInstant(at, ZoneOffset.UTC);
  }

  /**
   * The instant: of an episode that of its first event, of a fact that of its latest evidence, of a
   * working state that of its last change, of a procedure that of its last use; of all else, and
   * where that is not known, that of its creation.
   */
  static Instant at(MemoryRecord record) {
    return known(record).orElseGet(record::createdAt);
  }

  /**
   * When what a record tells was: a conversation may go on for months, so all events of an episode
   * count; of all else, the day of its line does.
   */
  public static Stream<Instant> times(MemoryRecord record) {
    return record.payload() instanceof EpisodicPayload episode && !episode.timeline().isEmpty()
        ? episode.timeline().stream().map(TimelineEvent::t)
        : Stream.of(at(record));
  }

  private static Optional<Instant> known(MemoryRecord record) {
    if (record.payload() instanceof EpisodicPayload episode) {
      return episode.timeline().stream().map(TimelineEvent::t).findFirst();
    }
    if (record.payload() instanceof SemanticPayload fact) {
      return fact.evidence().stream().map(ProvenanceRef::timestamp).max(Comparator.naturalOrder());
    }
    if (record.payload() instanceof CompetencePayload skill) {
      return Optional.ofNullable(skill.performance()).map(PerformanceStats::lastUsedAt);
    }
    if (record.payload() instanceof PlanGraphPayload plan) {
      return Optional.ofNullable(plan.metrics()).map(PlanMetrics::lastExecutedAt);
    }
    return Optional.of(record.updatedAt());
  }

  /** What was told besides the tool calls, which an episode holds twice. */
  static List<TimelineEvent> events(MemoryRecord record, EpisodicPayload episode) {
    CallEvents calls = new CallEvents(record, episode);
    return episode.timeline().stream().filter(event -> !calls.has(event)).toList();
  }
}
