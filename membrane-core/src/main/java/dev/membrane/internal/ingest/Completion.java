package dev.membrane.internal.ingest;

import static java.util.Objects.requireNonNullElse;

import dev.membrane.internal.change.DraftedLifecycle;
import dev.membrane.internal.change.PolicyDefaults;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.ValidationException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fills in what a full record leaves out. Type, sensitivity and payload have no default: a caller
 * who hands in a whole record must say what it is and who may see it. Immutable and thread-safe.
 */
final class Completion {

  private static final double CONFIDENCE = 1;

  private final PolicyDefaults defaults;

  Completion(PolicyDefaults defaults) {
    this.defaults = defaults;
  }

  /**
   * The whole record, not yet validated.
   *
   * @param created the entry that its audit log begins with, at the instant of its creation
   */
  MemoryRecord complete(RecordDraft draft, String id, AuditEntry created) {
    Instant now = created.timestamp();
    MemoryType type = required("type", draft.type());
    // Without sources the record is not valid, which is then said of the right field.
    Provenance provenance = requireNonNullElse(draft.provenance(), new Provenance(List.of(), null));
    return MemoryRecord.builder()
        .id(id)
        .type(type)
        .sensitivity(required("sensitivity", draft.sensitivity()))
        .confidence(requireNonNullElse(draft.confidence(), CONFIDENCE))
        .salience(requireNonNullElse(draft.salience(), defaults.initialSalience()))
        .scope(draft.scope())
        .tags(requireNonNullElse(draft.tags(), List.of()))
        .createdAt(now)
        .updatedAt(now)
        .lifecycle(DraftedLifecycle.of(draft.lifecycle(), defaults.lifecycle(type, now), now))
        .provenance(provenance)
        .relations(requireNonNullElse(draft.relations(), List.of()))
        .payload(required("payload", draft.payload()))
        .auditLog(List.of(created))
        .build();
  }

  private static <T> T required(String field, @Nullable T value) {
    if (value == null) {
      throw new ValidationException(field, "is required");
    }
    return value;
  }
}
