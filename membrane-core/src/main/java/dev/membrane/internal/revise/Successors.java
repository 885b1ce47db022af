package dev.membrane.internal.revise;

import dev.membrane.internal.change.Claims;
import dev.membrane.internal.change.FactPlace;
import dev.membrane.internal.change.NewIds;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.change.TargetLookup;
import dev.membrane.internal.change.WorkingThreads;
import dev.membrane.internal.change.Write;
import dev.membrane.internal.keys.RelationNames;
import dev.membrane.schema.Limits;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Validation;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.WorkingPayload;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/** Makes the new records of revisions. Thread-safe. */
final class Successors {

  private static final RevisionState ACTIVE = new RevisionState(null, null, RevisionStatus.ACTIVE);

  private static final RecordCodec CODEC = new RecordCodec();

  private final MemoryStore store;
  private final TargetLookup targets;
  private final NewIds newIds;
  private final RecordChanges records;
  private final WorkingThreads threads;

  Successors(MemoryStore store, RecordChanges records, Supplier<String> ids) {
    this.store = store;
    this.targets = new TargetLookup(store);
    this.newIds = new NewIds(store, ids);
    this.records = records;
    this.threads = new WorkingThreads(store, records);
  }

  Write supersede(RevisionAttempt revision, RecordDraft draft) {
    RevisionState state = new RevisionState(revision.one().id(), null, RevisionStatus.ACTIVE);
    MemoryRecord record =
        record(revision, draft, RelationNames.SUPERSEDES, state, ofSuccessor(revision));
    return insert(revision, record, revision.ids());
  }

  Write fork(RevisionAttempt revision, RecordDraft draft) {
    MemoryRecord fork = record(revision, draft, RelationNames.DERIVED_FROM, ACTIVE, Claims.OF_NEW);
    checkThread(revision.one(), fork);
    return insert(revision, fork, Set.of());
  }

  Write merge(RevisionAttempt revision, RecordDraft draft) {
    Revisable.check(revision);
    for (StoredRecord stored : revision.old()) {
      MemoryRecord record = stored.record();
      check(record.type() == revision.one().type(), "ids", "must be of records of one type");
      boolean isThere = Objects.equals(record.scope(), revision.one().scope());
      check(isThere, "ids", "must be of records of one scope");
    }
    MemoryRecord merged =
        record(revision, draft, RelationNames.DERIVED_FROM, ACTIVE, ofSuccessor(revision));
    return insert(revision, merged, revision.ids());
  }

  /** A working record becomes the current one of its thread, whatever made it. */
  private Write insert(RevisionAttempt revision, MemoryRecord record, Set<String> revised) {
    Write write = saved(revision, record, revised);
    Claims.mark(write, revision.caller());
    return write;
  }

  private Write saved(RevisionAttempt revision, MemoryRecord record, Set<String> revised) {
    if (record.type() == MemoryType.WORKING) {
      return threads.save(record, revision.actor(), revision.visibility(), revised);
    }
    Write write = records.inserting(record);
    FactPlace.fill(store, record, revised, revision.visibility(), write.changes());
    return write;
  }

  /** What takes the place of records may keep what they have. */
  private static Claims ofSuccessor(RevisionAttempt revision) {
    return Claims.ofSuccessor(revision.lifecycle(), revision.salience());
  }

  private MemoryRecord record(
      RevisionAttempt revision,
      RecordDraft given,
      String predicate,
      RevisionState state,
      Claims claims) {
    Revisable.check(revision);
    RecordDraft draft = Validation.admit(given);
    Inheritance inheritance = new Inheritance(revision, draft);
    inheritance.checkType();
    checkEvidence(revision, draft);
    claims.check(draft, revision.caller());
    KeptHearsay hearsay = new KeptHearsay(revision, draft);
    hearsay.check();
    String id = newIds.idFor(draft.id(), revision.caller());
    MemoryRecord inheriting = hearsay.marked(inheritance.record(id, predicate, state));
    MemoryRecord record = claims.limited(inheriting, revision.caller());
    Limits.checkJson("record", CODEC.encode(record));
    targets.check(record.relations(), revision.visibility());
    return record;
  }

  /** Knowledge gives way to evidence only; what the operation itself adds is none. */
  private static void checkEvidence(RevisionAttempt revision, RecordDraft draft) {
    boolean isProven =
        (draft.payload() instanceof SemanticPayload fact && !fact.evidence().isEmpty())
            || (draft.provenance() != null && !draft.provenance().sources().isEmpty());
    if (revision.one().type() == MemoryType.SEMANTIC && !isProven) {
      throw ValidationException.worded("payload.evidence", "semantic revision requires evidence");
    }
  }

  /** A thread has one current snapshot, and a fork leaves its source as it is. */
  private static void checkThread(MemoryRecord source, MemoryRecord fork) {
    if (source.payload() instanceof WorkingPayload before
        && fork.payload() instanceof WorkingPayload after) {
      boolean isSame =
          before.threadId().equals(after.threadId())
              && Objects.equals(source.scope(), fork.scope());
      check(!isSame, "payload.thread_id", "must be another than that of the source");
    }
  }

  private static void check(boolean holds, String field, String message) {
    if (!holds) {
      throw new ValidationException(field, message);
    }
  }
}
