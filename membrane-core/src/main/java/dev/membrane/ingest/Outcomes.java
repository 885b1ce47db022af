package dev.membrane.ingest;

import dev.membrane.change.RecordChanges;
import dev.membrane.change.Targets;
import dev.membrane.change.Write;
import dev.membrane.engine.Caller;
import dev.membrane.engine.FailedPreconditionException;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.Limits;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Stored;
import java.util.List;

/**
 * Records how episodes ended. Every call counts: the same status again adds its source and its
 * audit entry, as a second witness would; a client that may repeat itself uses an idempotency key.
 * Salience and confidence stay as they are. Thread-safe.
 */
final class Outcomes {

  private final Targets targets;
  private final RecordChanges records;
  private final UsedRecords usedRecords;

  Outcomes(Targets targets, RecordChanges records, UsedRecords usedRecords) {
    this.targets = targets;
    this.records = records;
    this.usedRecords = usedRecords;
  }

  Write record(
      String targetId,
      OutcomeStatus status,
      List<String> usedRecordIds,
      Intake intake,
      Caller caller) {
    Stored target = targets.find(targetId, caller.visibility(), caller);
    MemoryRecord before = target.record();
    if (!(before.payload() instanceof EpisodicPayload episode)) {
      throw ValidationException.worded(
          "target_record_id", "record " + before.id() + " is not episodic");
    }
    if (before.provenance().sources().size() == Limits.MAX_ITEMS) {
      throw new FailedPreconditionException(
          "a record has at most " + Limits.MAX_ITEMS + " provenance sources");
    }
    Changeset.Builder changes = Changeset.builder();
    List<String> skipped =
        usedRecords.judge(before.id(), status, usedRecordIds, intake, caller, changes);
    String ref = "outcome:" + before.id() + ":" + status.wireName();
    MemoryRecord after =
        before.toBuilder()
            .updatedAt(intake.now())
            .provenance(intake.extended(before.provenance(), ref))
            .payload(episode.withOutcome(status))
            .auditLog(
                RecordChanges.appended(
                    before.auditLog(),
                    intake.entry(AuditAction.REVISE, rationale(status, skipped))))
            .build();
    MemoryRecord stored = records.replace(target, after, target.anchor(), changes);
    return new Write(stored, target.anchor(), changes);
  }

  private static String rationale(OutcomeStatus status, List<String> skipped) {
    String recorded = "Outcome recorded: " + status.wireName();
    return skipped.isEmpty()
        ? recorded
        : recorded + "; skipped used records: " + String.join(", ", skipped);
  }
}
