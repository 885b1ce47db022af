package dev.membrane.internal.ingest;

import dev.membrane.Caller;
import dev.membrane.FailedPreconditionException;
import dev.membrane.internal.change.PolicyDefaults;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.change.TargetLookup;
import dev.membrane.internal.change.Write;
import dev.membrane.internal.episode.EpisodeParts;
import dev.membrane.internal.episode.LatestEpisode;
import dev.membrane.internal.ingest.UsedRecords.AppliedOutcome;
import dev.membrane.internal.ingest.UsedRecords.UseReport;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.Limits;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.util.List;

/**
 * Records how episodes ended. Every call counts: reporting the same status again adds a source and
 * an audit entry, as if a second witness reported it. A client that may repeat a call uses an
 * idempotency key. Salience and confidence do not change. Thread-safe.
 */
final class Outcomes {

  private final TargetLookup targets;
  private final RecordChanges records;
  private final EpisodeParts parts;
  private final UsedRecords usedRecords;
  private final ReportedOutcomes reported;
  private final ReportedAborts aborts;

  Outcomes(MemoryStore store, RecordChanges records, PolicyDefaults defaults) {
    this.targets = new TargetLookup(store);
    this.records = records;
    this.parts = new EpisodeParts(store);
    this.usedRecords = new UsedRecords(store, records, defaults);
    this.reported = new ReportedOutcomes(store);
    this.aborts = new ReportedAborts(store);
  }

  IngestPlan record(
      String targetId,
      OutcomeStatus status,
      List<String> usedRecordIds,
      AdmittedCandidate intake,
      Caller caller) {
    StoredRecord target = targets.find(targetId, caller.visibility(), caller);
    if (!(target.record().payload() instanceof EpisodicPayload)) {
      throw ValidationException.worded(
          "target_record_id", "record " + target.record().id() + " is not episodic");
    }
    List<StoredRecord> all = parts.of(target, caller.visibility());
    List<String> ids = parts.idsOf(target.record());
    Changeset.Builder changes = Changeset.builder();
    UseReport report = new UseReport(ids, status, usedRecordIds);
    AppliedOutcome used = usedRecords.apply(report, intake, caller, changes);
    List<StoredRecord> seen =
        all.stream().filter(part -> caller.visibility().sees(part.record())).toList();
    if (!seen.isEmpty()) {
      List<MemoryRecord> run = seen.stream().map(StoredRecord::record).toList();
      EndedEpisode episode = new EndedEpisode(run, status, used.procedures(), intake);
      reported.report(episode, changes);
      aborts.report(episode, changes);
    }
    String rationale = rationale(status, used.skipped());
    MemoryRecord answer = target.record();
    for (StoredRecord part : seen) {
      MemoryRecord after = ended(part.record(), status, rationale, intake);
      MemoryRecord stored = records.replace(part, after, part.anchor(), changes);
      answer = stored.id().equals(answer.id()) ? stored : answer;
    }
    return IngestPlan.outcome(new Write(answer, target.anchor(), changes), used.skipped());
  }

  private static MemoryRecord ended(
      MemoryRecord before, OutcomeStatus status, String rationale, AdmittedCandidate intake) {
    if (before.provenance().sources().size() == Limits.MAX_ITEMS) {
      throw new FailedPreconditionException(
          "a record has at most " + Limits.MAX_ITEMS + " provenance sources");
    }
    String ref = "outcome:" + before.id() + ":" + status.wireName();
    return RecordChanges.logged(before, intake.entry(AuditAction.REVISE, rationale))
        .provenance(intake.extended(before.provenance(), ref))
        .payload(((EpisodicPayload) before.payload()).withOutcome(status))
        .build();
  }

  private static String rationale(OutcomeStatus status, List<String> skipped) {
    String recorded = LatestEpisode.OUTCOME + status.wireName();
    return skipped.isEmpty()
        ? recorded
        : recorded + "; skipped used records: " + String.join(", ", skipped);
  }
}
