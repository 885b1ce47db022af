package dev.membrane.internal.change;

import dev.membrane.FailedPreconditionException;
import dev.membrane.internal.keys.RelationNames;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.Limits;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Relation;
import dev.membrane.schema.RevisablePayload;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Changes a record that does not hold any more, or no longer for certain. */
public final class Withdrawal {

  private static final RevisionState UNREVISED = new RevisionState(null, null, null);

  private Withdrawal() {}

  /**
   * The record as it is once it is retracted; its salience is nothing.
   *
   * @param successorId the record in its place; null: none
   */
  public static MemoryRecord retracted(
      MemoryRecord record, @Nullable String successorId, AuditEntry entry) {
    return ended(record, successorId, RevisionStatus.RETRACTED, entry);
  }

  /** The record as it is once another has taken its place, which leaves its status as it was. */
  public static MemoryRecord replaced(MemoryRecord record, String successorId, AuditEntry entry) {
    return ended(record, successorId, revision(record).status(), entry);
  }

  private static MemoryRecord ended(
      MemoryRecord record,
      @Nullable String successorId,
      @Nullable RevisionStatus status,
      AuditEntry entry) {
    RevisionState state = state(record, successorId, status);
    return RecordChanges.logged(record, entry).salience(0).payload(with(record, state)).build();
  }

  /**
   * The record as it is once it is contested.
   *
   * @param contestingId the record that contradicts it; null: none
   * @throws FailedPreconditionException if it relates to as many others as it may
   */
  public static MemoryRecord contested(
      MemoryRecord record, @Nullable String contestingId, AuditEntry entry) {
    RevisionState state = state(record, null, RevisionStatus.CONTESTED);
    MemoryRecord.Builder contested =
        RecordChanges.logged(record, entry).payload(with(record, state));
    if (contestingId != null) {
      contested.relations(related(record, contestingId, entry));
    }
    return contested.build();
  }

  /** Whether a record is contested by another already. */
  public static boolean isContestedBy(MemoryRecord record, String contestingId) {
    return record.relations().stream()
        .anyMatch(
            known ->
                known.predicate().equals(RelationNames.CONTESTED_BY)
                    && known.targetId().equals(contestingId));
  }

  private static List<Relation> related(MemoryRecord record, String contesting, AuditEntry entry) {
    boolean isKnown = isContestedBy(record, contesting);
    if (!isKnown && record.relations().size() == Limits.MAX_ITEMS) {
      throw new FailedPreconditionException(
          "a record has at most " + Limits.MAX_ITEMS + " relations");
    }
    return isKnown
        ? record.relations()
        : RecordChanges.appended(
            record.relations(),
            new Relation(RelationNames.CONTESTED_BY, contesting, null, entry.timestamp()));
  }

  private static RevisionState state(
      MemoryRecord record, @Nullable String successorId, @Nullable RevisionStatus status) {
    return new RevisionState(revision(record).supersedes(), successorId, status);
  }

  private static RevisionState revision(MemoryRecord record) {
    return Objects.requireNonNullElse(record.revision(), UNREVISED);
  }

  private static RevisablePayload with(MemoryRecord record, RevisionState state) {
    return ((RevisablePayload) record.payload()).withRevision(state);
  }
}
