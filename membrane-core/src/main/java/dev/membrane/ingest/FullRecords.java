package dev.membrane.ingest;

import dev.membrane.engine.AccessDeniedException;
import dev.membrane.engine.AlreadyExistsException;
import dev.membrane.engine.Caller;
import dev.membrane.engine.Permission;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.Limits;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Relation;
import dev.membrane.schema.Validation;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.WorkingPayload;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Stored;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Takes in records that callers have put together themselves. A working record becomes the current
 * one of its thread like any other snapshot, unless it arrives already retired. Thread-safe.
 */
final class FullRecords {

  private final MemoryStore store;
  private final RecordChanges records;
  private final WorkingStates workingStates;
  private final Completion completion;
  private final Supplier<String> ids;
  private final RecordCodec codec = new RecordCodec();

  FullRecords(
      MemoryStore store,
      RecordChanges records,
      WorkingStates workingStates,
      Completion completion,
      Supplier<String> ids) {
    this.store = store;
    this.records = records;
    this.workingStates = workingStates;
    this.completion = completion;
    this.ids = ids;
  }

  Write add(RecordRequest request, Caller caller, Instant now) {
    RecordDraft draft = request.record();
    String source = Objects.requireNonNullElse(request.source(), "");
    String actor = Actor.of(caller, source);
    String origin = source.isEmpty() ? actor : source;
    String rationale = Bounded.text("Ingested record from " + origin);
    AuditEntry entry = new AuditEntry(AuditAction.CREATE, actor, now, rationale);
    MemoryRecord record = completion.complete(draft, idFor(draft, caller), entry);
    check(record, caller);
    return record.payload() instanceof WorkingPayload working && !record.isRetired()
        ? workingStates.save(record, working, actor, caller)
        : records.inserting(record);
  }

  private String idFor(RecordDraft draft, Caller caller) {
    String chosen = draft.id();
    if (chosen == null || chosen.isEmpty()) {
      return ids.get();
    }
    if (!caller.may(Permission.ADMIN)) {
      throw new AccessDeniedException("choosing an id needs the permission admin");
    }
    return chosen;
  }

  private void check(MemoryRecord record, Caller caller) {
    Validation.check(record);
    Limits.checkJson("record", codec.encode(record));
    // A deleted record leaves its log behind: its id stays taken.
    if (!store.auditLog(record.id()).isEmpty()) {
      throw new AlreadyExistsException("record " + record.id() + " already exists");
    }
    checkTargets(record.relations(), caller);
  }

  private void checkTargets(List<Relation> relations, Caller caller) {
    List<String> targets = relations.stream().map(Relation::targetId).distinct().toList();
    List<Stored> found = targets.isEmpty() ? List.of() : store.get(targets);
    Set<String> visible =
        found.stream()
            .map(Stored::record)
            .filter(caller.visibility()::sees)
            .map(MemoryRecord::id)
            .collect(Collectors.toSet());
    for (int i = 0; i < relations.size(); i++) {
      if (!visible.contains(relations.get(i).targetId())) {
        throw new ValidationException(
            "relations[" + i + "].target_id", "must be an existing record");
      }
    }
  }
}
