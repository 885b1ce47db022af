package dev.membrane.internal.ingest;

import dev.membrane.internal.change.PolicyDefaults;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.LifecycleDraft;
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

  private static final LifecycleDraft NOTHING = LifecycleDraft.builder().build();
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
    Provenance provenance = or(draft.provenance(), new Provenance(List.of(), null));
    return MemoryRecord.builder()
        .id(id)
        .type(type)
        .sensitivity(required("sensitivity", draft.sensitivity()))
        .confidence(or(draft.confidence(), CONFIDENCE))
        .salience(or(draft.salience(), defaults.initialSalience()))
        .scope(draft.scope())
        .tags(or(draft.tags(), List.of()))
        .createdAt(now)
        .updatedAt(now)
        .lifecycle(lifecycle(or(draft.lifecycle(), NOTHING), type, now))
        .provenance(provenance)
        .relations(or(draft.relations(), List.of()))
        .payload(required("payload", draft.payload()))
        .auditLog(List.of(created))
        .build();
  }

  private Lifecycle lifecycle(LifecycleDraft draft, MemoryType type, Instant now) {
    DecayProfile decay =
        new DecayProfile(
            or(draft.curve(), defaults.curve()),
            or(draft.halfLifeSeconds(), defaults.halfLifeSeconds(type)),
            draft.minSalience(),
            draft.maxAgeSeconds(),
            or(draft.reinforcementGain(), defaults.reinforcementGain()));
    return new Lifecycle(
        decay,
        or(draft.lastReinforcedAt(), now),
        or(draft.pinned(), false),
        or(draft.deletionPolicy(), defaults.deletionPolicy()));
  }

  private static <T> T required(String field, @Nullable T value) {
    if (value == null) {
      throw new ValidationException(field, "is required");
    }
    return value;
  }

  private static <T> T or(@Nullable T value, T otherwise) {
    return value == null ? otherwise : value;
  }
}
