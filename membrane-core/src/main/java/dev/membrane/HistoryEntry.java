package dev.membrane;

import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A version of a record.
 *
 * @param version its number
 * @param from the instant of the commit that made it; of a version from before former states were
 *     kept, the instant of its last update
 * @param to the instant of the commit that ended it; null if it is the present one
 * @param audit who made it and why: the entries that it added to the audit log
 * @param salience the salience that it began with; 0 if its content was erased
 * @param record the record as it was, without its audit log; null if it differs from the version
 *     before in nothing but salience and instants, or if its content was erased
 */
public record HistoryEntry(
    long version,
    Instant from,
    @Nullable Instant to,
    List<AuditEntry> audit,
    double salience,
    @Nullable MemoryRecord record) {

  /** Copies the list. */
  public HistoryEntry {
    audit = List.copyOf(audit);
  }
}
