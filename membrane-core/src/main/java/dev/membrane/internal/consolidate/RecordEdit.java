package dev.membrane.internal.consolidate;

import dev.membrane.internal.change.RecordChanges;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.StoredRecord.Anchor;
import org.jspecify.annotations.Nullable;

/**
 * The change of a record by a batch: it is made, replaced or deleted.
 *
 * @param before as it is stored; null: it is new
 * @param record as it will be
 * @param anchor its salience
 * @param newEntries how many entries at the end of its audit log are new
 * @param end its deletion; null: it stays
 */
public record RecordEdit(
    @Nullable StoredRecord before,
    MemoryRecord record,
    Anchor anchor,
    int newEntries,
    @Nullable DeletedEnd end) {

  /**
   * A deletion.
   *
   * @param entry the last one of the audit log
   * @param isErased whether its versions go with it; otherwise the past still knows it
   */
  public record DeletedEnd(AuditEntry entry, boolean isErased) {}

  static RecordEdit of(StoredRecord stored) {
    return new RecordEdit(stored, stored.record(), stored.anchor(), 0, null);
  }

  /** Whether it is deleted. */
  public boolean isDeleted() {
    return end != null;
  }

  /** With another state, and one more entry that says why. */
  public RecordEdit then(MemoryRecord after, Anchor newAnchor, AuditEntry entry) {
    MemoryRecord logged = RecordChanges.logged(after, entry).build();
    return new RecordEdit(before, logged, newAnchor, newEntries + 1, null);
  }

  RecordEdit ended(AuditEntry entry) {
    return new RecordEdit(before, record, anchor, newEntries, new DeletedEnd(entry, false));
  }

  /** With its deletion, and that of its versions. */
  public RecordEdit erased(AuditEntry entry) {
    return new RecordEdit(before, record, anchor, newEntries, new DeletedEnd(entry, true));
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
    } else if (newEntries > 0) {
      records.replace(before, record, anchor, newEntries, changes);
    }
  }
}
