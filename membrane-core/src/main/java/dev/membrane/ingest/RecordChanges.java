package dev.membrane.ingest;

import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Validation;
import dev.membrane.spi.Anchor;
import dev.membrane.spi.Change;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Stored;
import dev.membrane.text.RecordText;
import java.util.ArrayList;
import java.util.List;

/** Makes the steps of a changeset; no record gets past it that is not valid. Thread-safe. */
final class RecordChanges {

  private final RecordText text;

  RecordChanges(RecordText text) {
    this.text = text;
  }

  /** A new record with its first audit entries, whose salience counts from its creation. */
  Write inserting(MemoryRecord record) {
    Validation.check(record);
    Anchor anchor = new Anchor(record.salience(), record.createdAt());
    Change insert = new Change.Insert(record, anchor, text.termsOf(record), record.auditLog());
    return new Write(record, anchor, Changeset.builder().change(insert));
  }

  /** A later state of the record that the caller is answered with, see {@link #replace}. */
  Write replacing(Stored seen, MemoryRecord after, Anchor anchor) {
    return new Write(after, anchor, Changeset.builder().change(replace(seen, after, anchor)));
  }

  /** A later state of a record; the last entry of its audit log is the new one. */
  Change replace(Stored seen, MemoryRecord after, Anchor anchor) {
    Validation.check(after);
    List<AuditEntry> log = after.auditLog();
    List<AuditEntry> added = log.subList(log.size() - 1, log.size());
    return new Change.Replace(seen.version(), after, anchor, text.termsOf(after), added);
  }

  static <T> List<T> appended(List<T> items, T item) {
    List<T> all = new ArrayList<>(items);
    all.add(item);
    return all;
  }
}
