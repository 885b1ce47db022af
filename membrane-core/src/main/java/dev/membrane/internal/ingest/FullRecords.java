package dev.membrane.internal.ingest;

import dev.membrane.Caller;
import dev.membrane.Permission;
import dev.membrane.RecordRequest;
import dev.membrane.internal.access.Authorship;
import dev.membrane.internal.change.Claims;
import dev.membrane.internal.change.NewIds;
import dev.membrane.internal.change.PolicyDefaults;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.change.TargetLookup;
import dev.membrane.internal.change.WorkingThreads;
import dev.membrane.internal.change.Write;
import dev.membrane.internal.value.TextRules;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.Limits;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.Validation;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.Visible;
import dev.membrane.schema.WorkingPayload;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.store.MemoryStore;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Takes in records that callers have composed themselves. A working record becomes the current one
 * of its thread like any other snapshot, unless it arrives already retired. Thread-safe.
 */
final class FullRecords {

  private static final RecordCodec CODEC = new RecordCodec();

  private final RecordChanges records;
  private final WorkingThreads threads;
  private final TargetLookup targets;
  private final Completion completion;
  private final NewIds newIds;

  FullRecords(
      MemoryStore store, RecordChanges records, PolicyDefaults defaults, Supplier<String> ids) {
    this.records = records;
    this.threads = new WorkingThreads(store, records);
    this.targets = new TargetLookup(store);
    this.completion = new Completion(defaults);
    this.newIds = new NewIds(store, ids);
  }

  Write add(RecordRequest request, Caller caller, Instant now) {
    RecordDraft asked = Validation.admit(request.record());
    SourceHashes.check(asked);
    RecordDraft draft = asked.toBuilder().scope(caller.scopeFor(asked.scope())).build();
    String source = Objects.requireNonNullElse(request.source(), "");
    if (!source.isEmpty() && Visible.isBlank(source)) {
      throw new ValidationException("source", "must not be blank");
    }
    String actor = Authorship.actor(caller, source);
    String origin = source.isEmpty() ? actor : source;
    String rationale = TextRules.bounded("Ingested record from " + origin);
    AuditEntry entry = new AuditEntry(AuditAction.CREATE, actor, now, rationale);
    checkRevision(draft, caller);
    Claims.OF_NEW.check(draft, caller);
    MemoryRecord record = completion.complete(draft, newIds.idFor(draft.id(), caller), entry);
    check(record, caller);
    Write write =
        record.payload() instanceof WorkingPayload && !record.isRetired()
            ? threads.save(record, actor, caller)
            : records.inserting(record);
    Claims.mark(write, caller);
    return write;
  }

  /** What supersedes what is for the revisions to say, unless a whole history is moved in. */
  private static void checkRevision(RecordDraft draft, Caller caller) {
    RevisionState revision = draft.payload() == null ? null : draft.payload().revision();
    if (revision != null && (revision.supersedes() != null || revision.supersededBy() != null)) {
      caller.require(Permission.ADMIN, "payload.revision", "stating what a record supersedes");
    }
  }

  private void check(MemoryRecord record, Caller caller) {
    Validation.check(record);
    Limits.checkJson("record", CODEC.encode(record));
    targets.check(record.relations(), caller.visibility());
  }
}
