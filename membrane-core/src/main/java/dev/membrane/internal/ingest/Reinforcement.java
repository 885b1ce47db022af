package dev.membrane.internal.ingest;

import dev.membrane.internal.access.Withholding;
import dev.membrane.internal.change.PolicyDefaults;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.util.List;

/** Reinforces a fact that was observed again. Stateless and thread-safe. */
record Reinforcement(PolicyDefaults defaults) {

  /**
   * A fact has at most this many sources and pieces of evidence by observation; then the first
   * leaves for the latest. The audit log names every observation.
   */
  static final int MAX_EVIDENCE = 100;

  /** A known fact with an observation of it. */
  MemoryRecord of(StoredRecord known, MemoryRecord observed, AdmittedCandidate intake) {
    MemoryRecord record = known.record();
    SemanticPayload fact = (SemanticPayload) record.payload();
    SemanticPayload again = (SemanticPayload) observed.payload();
    Provenance provenance = record.provenance();
    AuditEntry entry =
        intake.entry(AuditAction.REINFORCE, Withholding.INGESTED + intake.kindFromSource());
    return RecordChanges.logged(record, entry)
        .confidence(Math.max(record.confidence(), observed.confidence()))
        .tags(EpisodePart.joined(record.tags(), observed.tags()))
        .lifecycle(record.lifecycle().withLastReinforcedAt(intake.now()))
        .provenance(
            new Provenance(
                latest(provenance.sources(), observed.provenance().sources().get(0)),
                provenance.createdBy()))
        .payload(fact.withEvidence(latest(fact.evidence(), again.evidence().get(0))))
        .build();
  }

  /** The salience that the fact has then. */
  Anchor anchor(StoredRecord known, AdmittedCandidate intake) {
    double gain = defaults.gainOf(known.record());
    return new Anchor(Lifecycle.reinforced(known.salienceAt(intake.now()), gain), intake.now());
  }

  private static <T> List<T> latest(List<T> items, T item) {
    List<T> kept = items.size() < MAX_EVIDENCE ? items : items.subList(1, items.size());
    return RecordChanges.appended(kept, item);
  }
}
