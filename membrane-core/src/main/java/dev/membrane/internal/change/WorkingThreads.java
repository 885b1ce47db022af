package dev.membrane.internal.change;

import dev.membrane.Caller;
import dev.membrane.internal.access.Authorship;
import dev.membrane.internal.keys.KeyKinds;
import dev.membrane.internal.keys.RelationNames;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Relation;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.WorkingPayload;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the current snapshot of every thread of work. It is the one that arrived last, among those
 * that its writer sees in full. The same commit retires the one before. Thread-safe.
 */
public final class WorkingThreads {

  private static final Comparator<StoredRecord> NEWEST_FIRST =
      Comparator.comparing((StoredRecord stored) -> stored.record().createdAt()).reversed();

  private final MemoryStore store;
  private final RecordChanges records;

  /** Keeps the threads of a store. */
  public WorkingThreads(MemoryStore store, RecordChanges records) {
    this.store = store;
    this.records = records;
  }

  /**
   * Makes a new working record the current one of its thread. If the new one is of a higher level
   * than a record that somebody else saved, that record stays current next to it, so that nobody
   * can hide a thread from those who see it.
   *
   * @param actor whom the audit log names
   */
  public Write save(MemoryRecord snapshot, String actor, Caller caller) {
    return save(
        snapshot,
        actor,
        caller.visibility(),
        former ->
            former.sensitivity().covers(snapshot.sensitivity())
                || (caller.visibility().sees(snapshot)
                    && Authorship.isMaker(caller, former.auditLog().get(0).actor())));
  }

  /**
   * Makes a new working record the current one of its thread, for a caller who may revise.
   *
   * @param revised ids of predecessors that the same commit retires in another way
   */
  public Write save(
      MemoryRecord snapshot, String actor, Visibility visibility, Set<String> revised) {
    return save(snapshot, actor, visibility, former -> !revised.contains(former.id()));
  }

  private Write save(
      MemoryRecord snapshot, String actor, Visibility visibility, Predicate<MemoryRecord> isEnded) {
    WorkingPayload payload = (WorkingPayload) snapshot.payload();
    OpenRecords openRecords = openRecordsOf(snapshot, visibility);
    List<StoredRecord> former =
        openRecords.openTo(visibility).stream()
            .filter(stored -> isEnded.test(stored.record()))
            .sorted(NEWEST_FIRST)
            .toList();
    Write write = records.inserting(successor(snapshot, payload, former));
    AuditEntry entry =
        new AuditEntry(
            AuditAction.REVISE, actor, snapshot.createdAt(), "Superseded by " + snapshot.id());
    for (StoredRecord stored : former) {
      MemoryRecord retired = Withdrawal.replaced(stored.record(), snapshot.id(), entry);
      Anchor anchor = new Anchor(0, snapshot.createdAt());
      records.replace(stored, retired, anchor, write.changes());
    }
    openRecords.open(write.record(), visibility, write.changes());
    return write;
  }

  /** Whether a new working record has taken the place of another one in its thread. */
  public static boolean hasReplaced(MemoryRecord snapshot) {
    return snapshot.relations().stream()
        .anyMatch(
            relation ->
                relation.predicate().equals(RelationNames.SUPERSEDES)
                    && snapshot.createdAt().equals(relation.createdAt()));
  }

  private OpenRecords openRecordsOf(MemoryRecord snapshot, Visibility visibility) {
    String threadId = ((WorkingPayload) snapshot.payload()).threadId();
    return OpenRecords.read(
        store, KeyKinds.THREAD, snapshot.scope(), threadId, visibility, it -> !it.isRetired());
  }

  private static MemoryRecord successor(
      MemoryRecord snapshot, WorkingPayload payload, List<StoredRecord> former) {
    MemoryRecord successor = snapshot;
    for (StoredRecord stored : former) {
      Relation relation =
          new Relation(RelationNames.SUPERSEDES, stored.record().id(), null, snapshot.createdAt());
      successor =
          successor.toBuilder()
              .relations(RecordChanges.appended(successor.relations(), relation))
              .payload(payload.withRevision(superseding(former.get(0), payload.revision())))
              .build();
    }
    return successor;
  }

  private static RevisionState superseding(StoredRecord former, @Nullable RevisionState given) {
    String id = former.record().id();
    if (given == null) {
      return new RevisionState(id, null, null);
    }
    String superseded = given.supersedes() == null ? id : given.supersedes();
    return new RevisionState(superseded, null, given.status());
  }
}
