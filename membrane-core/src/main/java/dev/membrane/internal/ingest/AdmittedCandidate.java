package dev.membrane.internal.ingest;

import dev.membrane.Caller;
import dev.membrane.IngestOptions;
import dev.membrane.internal.access.Authorship;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.value.TextRules;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Payload;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceSource;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * A candidate that has passed the policy.
 *
 * @param kind what it is
 * @param type what the classifier made of it
 * @param policy what the policy grants it
 * @param options what the request added
 * @param source the actor or system it comes from
 * @param actor who the audit log names
 * @param happened when it happened
 * @param now the instant of ingestion
 */
record AdmittedCandidate(
    CandidateKind kind,
    MemoryType type,
    PolicyResult policy,
    IngestOptions options,
    String source,
    String actor,
    Instant happened,
    Instant now) {

  private static final String CREATED_BY = "ingestion-service";

  static AdmittedCandidate of(
      MemoryCandidate passed,
      MemoryType type,
      PolicyResult policy,
      IngestOptions options,
      Caller caller,
      Instant now) {
    return new AdmittedCandidate(
        Objects.requireNonNull(passed.kind()),
        type,
        policy,
        options,
        passed.source(),
        Authorship.actor(caller, passed.source()),
        Objects.requireNonNull(passed.timestamp()),
        now);
  }

  /** The record that this begins. */
  MemoryRecord record(String id, String ref, Payload payload) {
    return MemoryRecord.builder()
        .id(id)
        .type(type)
        .sensitivity(policy.sensitivity())
        .confidence(policy.confidence())
        .salience(policy.salience())
        .scope(options.scope())
        .tags(options.tags())
        .createdAt(now)
        .updatedAt(now)
        .lifecycle(policy.lifecycleFrom(now))
        .provenance(new Provenance(List.of(origin(ref)), CREATED_BY))
        .payload(payload)
        .auditLog(List.of(entry(AuditAction.CREATE, "Ingested " + kindFromSource())))
        .build();
  }

  /** A record's provenance with this as its latest source. */
  Provenance extended(Provenance provenance, String ref) {
    return new Provenance(
        RecordChanges.appended(provenance.sources(), origin(ref)), provenance.createdBy());
  }

  private ProvenanceSource origin(String ref) {
    return new ProvenanceSource(kind.provenanceKind(), ref, null, source, happened);
  }

  /** What is said of it in an audit log. */
  AuditEntry entry(AuditAction action, String rationale) {
    return new AuditEntry(action, actor, now, TextRules.bounded(rationale));
  }

  String kindFromSource() {
    return kind.wireName() + " from " + source;
  }
}
