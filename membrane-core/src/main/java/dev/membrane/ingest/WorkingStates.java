package dev.membrane.ingest;

import dev.membrane.engine.Caller;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Relation;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.WorkingPayload;
import dev.membrane.spi.Anchor;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Stored;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the current snapshot of every thread: the one that arrived last, among those that its
 * writer sees in full. The one before is retired in the same commit. Thread-safe.
 */
final class WorkingStates {

  private static final String SUPERSEDES = "supersedes";
  private static final Comparator<Stored> NEWEST_FIRST =
      Comparator.comparing((Stored stored) -> stored.record().createdAt()).reversed();

  private final MemoryStore store;
  private final RecordChanges records;

  WorkingStates(MemoryStore store, RecordChanges records) {
    this.store = store;
    this.records = records;
  }

  /** Makes a new working record the current one of its thread. */
  Write save(MemoryRecord snapshot, WorkingPayload payload, String actor, Caller caller) {
    Slot slot = Slot.read(store, "thread", snapshot.scope(), payload.threadId());
    List<Stored> former =
        slot.seenBy(caller.visibility(), store).stream()
            .filter(stored -> !stored.record().isRetired())
            .sorted(NEWEST_FIRST)
            .toList();
    Write write = records.inserting(successor(snapshot, payload, former));
    for (Stored stored : former) {
      MemoryRecord retired = retired(stored.record(), snapshot.id(), actor, snapshot.createdAt());
      Anchor anchor = new Anchor(0, snapshot.createdAt());
      write.changes().change(records.replace(stored, retired, anchor));
    }
    slot.open(write.record(), write.changes());
    return write;
  }

  private static MemoryRecord successor(
      MemoryRecord snapshot, WorkingPayload payload, List<Stored> former) {
    MemoryRecord successor = snapshot;
    for (Stored stored : former) {
      Relation relation =
          new Relation(SUPERSEDES, stored.record().id(), null, snapshot.createdAt());
      successor =
          successor.toBuilder()
              .relations(RecordChanges.appended(successor.relations(), relation))
              .payload(payload.withRevision(superseding(former.get(0), payload.revision())))
              .build();
    }
    return successor;
  }

  private static RevisionState superseding(Stored former, @Nullable RevisionState given) {
    return new RevisionState(former.record().id(), null, given == null ? null : given.status());
  }

  private static MemoryRecord retired(
      MemoryRecord former, String successorId, String actor, Instant now) {
    WorkingPayload payload = (WorkingPayload) former.payload();
    RevisionState revision = payload.revision();
    return former.toBuilder()
        .salience(0)
        .updatedAt(now)
        .payload(
            payload.withRevision(
                revision == null
                    ? new RevisionState(null, successorId, null)
                    : new RevisionState(revision.supersedes(), successorId, revision.status())))
        .auditLog(
            RecordChanges.appended(
                former.auditLog(),
                new AuditEntry(AuditAction.REVISE, actor, now, "Superseded by " + successorId)))
        .build();
  }
}
