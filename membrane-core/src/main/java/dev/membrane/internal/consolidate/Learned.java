package dev.membrane.internal.consolidate;

import dev.membrane.internal.change.RecordChanges;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.Anchor;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Stored;
import org.jspecify.annotations.Nullable;

/**
 * A record that a batch makes or changes.
 *
 * @param before as it is stored; null: it is new
 * @param record as it will be
 * @param anchor its salience
 * @param news how many entries at the end of its audit log are new
 * @param end its deletion; null: it stays
 */
public record Learned(
    @Nullable Stored before,
    MemoryRecord record,
    Anchor anchor,
    int news,
    @Nullable DeletedEnd end) {

  /** Nothing that is learned is surer. */
  public static final double MOST_CONFIDENCE = 0.85;

  /**
   * A deletion.
   *
   * @param entry the last one of the audit log
   * @param isErased whether its versions go with it; otherwise the past still knows it
   */
  public record DeletedEnd(AuditEntry entry, boolean isErased) {}

  static Learned of(Stored stored) {
    return new Learned(stored, stored.record(), stored.anchor(), 0, null);
  }

  /** Whether it is deleted. */
  public boolean isDeleted() {
    return end != null;
  }

  /** With another state, and one more entry that says why. */
  public Learned then(MemoryRecord after, Anchor newAnchor, AuditEntry entry) {
    MemoryRecord logged =
        after.toBuilder()
            .updatedAt(entry.timestamp())
            .auditLog(RecordChanges.appended(record.auditLog(), entry))
            .build();
    return new Learned(before, logged, newAnchor, news + 1, null);
  }

  Learned ended(AuditEntry entry) {
    return new Learned(before, record, anchor, news, new DeletedEnd(entry, false));
  }

  /** With its deletion, and that of its versions. */
  public Learned erased(AuditEntry entry) {
    return new Learned(before, record, anchor, news, new DeletedEnd(entry, true));
  }

  void addTo(Changeset.Builder changes, RecordChanges records) {
    if (before == null) {
      if (end == null) {
        records.insert(record, anchor, changes);
      }
    } else if (end != null && end.isErased()) {
      records.delete(before, end.entry(), changes);
    } else if (end != null) {
      records.prune(before, end.entry(), changes);
    } else if (news > 0) {
      records.replace(before, record, anchor, news, changes);
    }
  }
}
