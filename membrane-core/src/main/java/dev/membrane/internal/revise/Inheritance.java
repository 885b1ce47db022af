package dev.membrane.internal.revise;

import static java.util.Objects.requireNonNullElse;

import dev.membrane.Permission;
import dev.membrane.internal.change.DraftedLifecycle;
import dev.membrane.internal.keys.RelationNames;
import dev.membrane.internal.value.Scopes;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Payload;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Relation;
import dev.membrane.schema.RevisablePayload;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.store.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Completes the draft of a new record with values of its predecessors. */
record Inheritance(RevisionAttempt revision, RecordDraft draft) {

  /**
   * The new record, not yet validated.
   *
   * @param predicate how it relates to each of its predecessors
   * @param state what its payload says about revisions
   */
  MemoryRecord record(String id, String predicate, RevisionState state) {
    return MemoryRecord.builder()
        .id(id)
        .type(type())
        .sensitivity(sensitivity())
        .confidence(requireNonNullElse(draft.confidence(), revision.confidence()))
        .salience(requireNonNullElse(draft.salience(), revision.salience()))
        .scope(scope())
        .tags(requireNonNullElse(draft.tags(), List.of()))
        .createdAt(revision.now())
        .updatedAt(revision.now())
        .lifecycle(DraftedLifecycle.of(draft.lifecycle(), revision.lifecycle(), revision.now()))
        .provenance(provenance())
        .relations(relations(predicate))
        .payload(payload().withRevision(state))
        .auditLog(List.of(revision.entry(AuditAction.CREATE)))
        .build();
  }

  /** Nothing is revised by a record of another type. */
  void checkType() {
    MemoryType unused = type();
    Payload payload = draft.payload();
    if (payload != null) {
      RevisablePayload unusedPayload = revisable(payload);
    }
  }

  private MemoryType type() {
    MemoryType inherited = revision.one().type();
    if (draft.type() != null && draft.type() != inherited) {
      throw new ValidationException(
          "type", "must be " + inherited.wireName() + ", the type of what it revises");
    }
    return inherited;
  }

  private RevisablePayload payload() {
    Payload payload = draft.payload();
    if (payload == null) {
      throw new ValidationException("payload", "is required");
    }
    return revisable(payload);
  }

  private RevisablePayload revisable(Payload payload) {
    if (payload.kind() != type() || !(payload instanceof RevisablePayload revisable)) {
      throw new ValidationException(
          "payload.kind", "must be " + type().wireName() + ", the type of the record");
    }
    return revisable;
  }

  private Sensitivity sensitivity() {
    Sensitivity least = revision.sensitivity();
    Sensitivity asked = requireNonNullElse(draft.sensitivity(), least);
    if (!asked.covers(least)) {
      revision.caller().require(Permission.ADMIN, "sensitivity", "lowering the sensitivity");
    }
    return asked;
  }

  private @Nullable String scope() {
    String asked = draft.scope();
    if (asked == null) {
      return revision.one().scope();
    }
    Scopes.requireAllowed(asked, revision.visibility());
    return revision.caller().scopeFor(asked);
  }

  private Provenance provenance() {
    Provenance own = requireNonNullElse(draft.provenance(), new Provenance(List.of(), null));
    List<ProvenanceSource> sources = new ArrayList<>(own.sources());
    for (StoredRecord stored : revision.old()) {
      sources.add(
          new ProvenanceSource(
              ProvenanceKind.EVENT, stored.record().id(), null, revision.actor(), revision.now()));
    }
    return new Provenance(sources, own.createdBy());
  }

  private List<Relation> relations(String predicate) {
    List<Relation> relations = new ArrayList<>(requireNonNullElse(draft.relations(), List.of()));
    for (int i = 0; i < relations.size(); i++) {
      checkPredicate("relations[" + i + "].predicate", relations.get(i), predicate);
    }
    for (StoredRecord stored : revision.old()) {
      Relation relation = new Relation(predicate, stored.record().id(), null, revision.now());
      if (relations.stream().noneMatch(known -> isSame(known, relation))) {
        relations.add(relation);
      }
    }
    return relations;
  }

  /** Who says that one record supersedes another has to supersede it. */
  private static void checkPredicate(String field, Relation relation, String predicate) {
    if (relation.predicate().equals(RelationNames.SUPERSEDES)
        && !predicate.equals(RelationNames.SUPERSEDES)) {
      throw new ValidationException(
          field, "must not be supersedes, which only the call Supersede adds");
    }
  }

  private static boolean isSame(Relation one, Relation other) {
    return one.predicate().equals(other.predicate()) && one.targetId().equals(other.targetId());
  }
}
