package dev.membrane.cli;

import static java.util.Objects.requireNonNullElse;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.LifecycleDraft;
import dev.membrane.schema.Limits;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Validation;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks what is to be taken in as a memory does, but without one. */
final class WholeRecord {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final LifecycleDraft NOTHING = LifecycleDraft.builder().build();

  private WholeRecord() {}

  /**
   * Checks the JSON of a record with an id.
   *
   * @return the JSON without members that are unknown here
   * @throws ValidationException if a memory would refuse it
   */
  static String check(String json) {
    RecordDraft draft = CODEC.decodeDraft("record", json);
    MemoryRecord record = complete(Validation.admit(draft));
    Validation.check(record);
    Limits.checkJson("record", CODEC.encode(record));
    return CODEC.encode(draft);
  }

  /** What a memory fills in by its configuration stands here as some valid value. */
  private static MemoryRecord complete(RecordDraft draft) {
    return MemoryRecord.builder()
        .id(required("id", draft.id()))
        .type(required("type", draft.type()))
        .sensitivity(required("sensitivity", draft.sensitivity()))
        .confidence(requireNonNullElse(draft.confidence(), 1.0))
        .salience(requireNonNullElse(draft.salience(), 1.0))
        .scope(draft.scope())
        .tags(requireNonNullElse(draft.tags(), List.of()))
        .createdAt(Instant.EPOCH)
        .updatedAt(Instant.EPOCH)
        .lifecycle(lifecycle(requireNonNullElse(draft.lifecycle(), NOTHING)))
        .provenance(required("provenance", draft.provenance()))
        .relations(requireNonNullElse(draft.relations(), List.of()))
        .payload(required("payload", draft.payload()))
        .build();
  }

  private static Lifecycle lifecycle(LifecycleDraft draft) {
    DecayProfile decay =
        new DecayProfile(
            requireNonNullElse(draft.curve(), DecayCurve.EXPONENTIAL),
            requireNonNullElse(draft.halfLifeSeconds(), 1L),
            draft.minSalience(),
            draft.maxAgeSeconds(),
            draft.reinforcementGain());
    return new Lifecycle(
        decay,
        requireNonNullElse(draft.lastReinforcedAt(), Instant.EPOCH),
        false,
        DeletionPolicy.AUTO_PRUNE);
  }

  private static <T> T required(String field, @Nullable T value) {
    if (value == null) {
      throw new ValidationException(field, "is required");
    }
    return value;
  }
}
