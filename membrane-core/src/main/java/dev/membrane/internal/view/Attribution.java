package dev.membrane.internal.view;

import dev.membrane.internal.episode.CallEvents;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.WorkingPayload;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;

/** When a record was told, and what was told besides tool calls. */
final class Attribution {

  private Attribution() {}

  /**
   * The day in UTC: of an episode that of its first event, of a fact that of its latest evidence,
   * of a working state that of its last change; of all else that of its creation.
   */
  static LocalDate date(RecordView view) {
    return LocalDate.ofInstant(
        view instanceof MemoryRecord record ? at(record) : ((RedactedRecord) view).createdAt(),
        ZoneOffset.UTC);
  }

  private static Instant at(MemoryRecord record) {
    if (record.payload() instanceof EpisodicPayload episode && !episode.timeline().isEmpty()) {
      return episode.timeline().get(0).t();
    }
    if (record.payload() instanceof SemanticPayload fact) {
      return fact.evidence().stream()
          .map(ProvenanceRef::timestamp)
          .max(Comparator.naturalOrder())
          .orElseGet(record::createdAt);
    }
    return record.payload() instanceof WorkingPayload ? record.updatedAt() : record.createdAt();
  }

  /** What was told besides the tool calls, which an episode holds twice. */
  static List<TimelineEvent> events(MemoryRecord record, EpisodicPayload episode) {
    CallEvents calls = new CallEvents(record, episode);
    return episode.timeline().stream().filter(event -> !calls.has(event)).toList();
  }
}
