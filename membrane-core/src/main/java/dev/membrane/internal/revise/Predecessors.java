package dev.membrane.internal.revise;

import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.change.Withdrawal;
import dev.membrane.internal.change.Write;
import dev.membrane.internal.value.TextRules;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.time.Instant;
import java.util.Optional;

/** Makes the changes of revisions to the old records. Thread-safe. */
final class Predecessors {

  private final RecordChanges records;

  Predecessors(RecordChanges records) {
    this.records = records;
  }

  /** Retracts the old records in favour of the new one, in the same write. */
  Write retire(RevisionAttempt revision, AuditAction action, Write successor) {
    for (StoredRecord stored : revision.old()) {
      MemoryRecord retired =
          Withdrawal.retracted(stored.record(), successor.record().id(), revision.entry(action));
      records.replace(stored, retired, gone(revision.now()), successor.changes());
    }
    return successor;
  }

  /** Leaves the old records as they are, but for the audit entry. */
  Write keep(RevisionAttempt revision, Write fork) {
    for (StoredRecord stored : revision.old()) {
      AuditEntry entry = revision.entry(AuditAction.FORK);
      MemoryRecord kept = RecordChanges.logged(stored.record(), entry).build();
      records.replace(stored, kept, stored.anchor(), fork.changes());
    }
    return fork;
  }

  Write retract(RevisionAttempt revision) {
    Revisable.check(revision);
    StoredRecord stored = revision.old().get(0);
    MemoryRecord retired =
        Withdrawal.retracted(stored.record(), null, revision.entry(AuditAction.DELETE));
    return records.replacing(stored, retired, gone(revision.now()));
  }

  /**
   * Marks the old record as contested.
   *
   * @param contesting the record that the reference names, if it names one
   */
  Write contest(RevisionAttempt revision, String ref, Optional<MemoryRecord> contesting) {
    Revisable.check(revision);
    StoredRecord stored = revision.old().get(0);
    String rationale = contesting.isPresent() ? reason(revision) : reason(revision, ref);
    String contestingId = contesting.map(MemoryRecord::id).orElse(null);
    if (stored.record().id().equals(contestingId)) {
      throw new ValidationException("contesting_ref", "must not be the record itself");
    }
    MemoryRecord contested =
        Withdrawal.contested(
            stored.record(), contestingId, revision.entry(AuditAction.REVISE, rationale));
    return records.replacing(stored, contested, stored.anchor());
  }

  private static String reason(RevisionAttempt revision) {
    return revision.reason().rationale();
  }

  private static String reason(RevisionAttempt revision, String ref) {
    String reason = reason(revision);
    if (ref.isEmpty()) {
      return reason;
    }
    String evidence = "Contested by " + ref;
    return TextRules.bounded(reason.isEmpty() ? evidence : evidence + ": " + reason);
  }

  private static Anchor gone(Instant now) {
    return new Anchor(0, now);
  }
}
