package dev.membrane.revise;

import dev.membrane.change.RecordChanges;
import dev.membrane.change.Write;
import dev.membrane.engine.FailedPreconditionException;
import dev.membrane.engine.Texts;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.Limits;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Relation;
import dev.membrane.schema.RevisablePayload;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.Anchor;
import dev.membrane.spi.Stored;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What revisions do to the records that are revised. Thread-safe. */
final class Predecessors {

  private static final String CONTESTED_BY = "contested_by";
  private static final RevisionState UNREVISED = new RevisionState(null, null, null);

  private final RecordChanges records;

  Predecessors(RecordChanges records) {
    this.records = records;
  }

  /** Retracts the old records in favour of the new one. */
  void retire(Revision revision, AuditAction action, Write successor) {
    for (Stored stored : revision.old()) {
      MemoryRecord retired =
          retracted(stored.record(), successor.record().id(), revision.entry(action));
      records.replace(stored, retired, gone(revision.now()), successor.changes());
    }
  }

  /** Leaves the old records as they are, but for the audit entry. */
  void keep(Revision revision, AuditAction action, Write successor) {
    for (Stored stored : revision.old()) {
      MemoryRecord kept = logged(stored.record(), revision.entry(action)).build();
      records.replace(stored, kept, stored.anchor(), successor.changes());
    }
  }

  Write retract(Revision revision) {
    Revisable.check(revision);
    Stored stored = revision.old().get(0);
    MemoryRecord retired = retracted(stored.record(), null, revision.entry(AuditAction.DELETE));
    return records.replacing(stored, retired, gone(revision.now()));
  }

  /**
   * Marks the old record as contested.
   *
   * @param contesting the record that the reference names, if it names one
   */
  Write contest(Revision revision, String ref, Optional<MemoryRecord> contesting) {
    Revisable.check(revision);
    Stored stored = revision.old().get(0);
    String rationale = contesting.isPresent() ? reason(revision) : reason(revision, ref);
    MemoryRecord record = stored.record();
    MemoryRecord.Builder contested =
        logged(record, revision.entry(AuditAction.REVISE, rationale))
            .payload(with(record, state(record, null, RevisionStatus.CONTESTED)));
    contesting.ifPresent(other -> contested.relations(related(record, other.id(), revision.now())));
    return records.replacing(stored, contested.build(), stored.anchor());
  }

  private static String reason(Revision revision) {
    return revision.mandate().rationale();
  }

  private static String reason(Revision revision, String ref) {
    String reason = reason(revision);
    if (ref.isEmpty()) {
      return reason;
    }
    String evidence = "Contested by " + ref;
    return Texts.bounded(reason.isEmpty() ? evidence : evidence + ": " + reason);
  }

  private static List<Relation> related(MemoryRecord record, String contesting, Instant now) {
    if (contesting.equals(record.id())) {
      throw new ValidationException("contesting_ref", "must not be the record itself");
    }
    boolean isKnown =
        record.relations().stream()
            .anyMatch(
                known ->
                    known.predicate().equals(CONTESTED_BY) && known.targetId().equals(contesting));
    if (!isKnown && record.relations().size() == Limits.MAX_ITEMS) {
      throw new FailedPreconditionException(
          "a record has at most " + Limits.MAX_ITEMS + " relations");
    }
    return isKnown
        ? record.relations()
        : RecordChanges.appended(
            record.relations(), new Relation(CONTESTED_BY, contesting, null, now));
  }

  private static MemoryRecord retracted(
      MemoryRecord record, @Nullable String successorId, AuditEntry entry) {
    RevisionState state = state(record, successorId, RevisionStatus.RETRACTED);
    return logged(record, entry).salience(0).payload(with(record, state)).build();
  }

  private static RevisionState state(
      MemoryRecord record, @Nullable String successorId, RevisionStatus status) {
    RevisionState before = record.revision() == null ? UNREVISED : record.revision();
    return new RevisionState(before.supersedes(), successorId, status);
  }

  private static RevisablePayload with(MemoryRecord record, RevisionState state) {
    return ((RevisablePayload) record.payload()).withRevision(state);
  }

  private static MemoryRecord.Builder logged(MemoryRecord record, AuditEntry entry) {
    return record.toBuilder()
        .updatedAt(entry.timestamp())
        .auditLog(RecordChanges.appended(record.auditLog(), entry));
  }

  private static Anchor gone(Instant now) {
    return new Anchor(0, now);
  }
}
