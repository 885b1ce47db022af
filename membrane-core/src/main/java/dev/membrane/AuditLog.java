package dev.membrane;

import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the audit logs of records: what was done, by whom and why. Safe for use by many threads.
 *
 * <p>Every method throws {@link AccessDeniedException} if the caller may not retrieve, or may only
 * know that the record exists or existed, {@link NotFoundException} if the record never existed or
 * the caller may not know of it, {@link dev.membrane.spi.store.StoreUnavailableException}, and
 * {@link ClosedException}.
 */
public interface AuditLog {

  /**
   * The same, but what the caller may see is narrowed by a trust context. One that was set before
   * counts no more, and in {@link #history} that of the page, if it has one, counts instead, even
   * where it shows more.
   */
  AuditLog under(TrustContext trust);

  /**
   * The whole audit log of a record, also of a deleted one, oldest first. In an entry that the
   * caller may not see, actor, rationale, nonce and all hashes except {@code hash} are empty.
   */
  List<AuditLink> of(String id);

  /**
   * The versions of a record that are known, a page at a time, the oldest first: the present one
   * and those that ended within {@code history_retention}. Of a deleted record there are none; of
   * one that was pruned, those that are still kept. They are those that the caller may see in full,
   * by what they were and by what the record is today.
   */
  Page<HistoryEntry> history(String id, PageRequest page);

  /** In {@link #diff}: the version before the other. */
  long BEFORE = 0;

  /** In {@link #diff}: the last version that there is. */
  long LATEST = 0;

  /**
   * What differs between two versions of a record that are known, as far as the caller may see them
   * in full.
   *
   * @param from the number of the one version, or {@link #BEFORE}
   * @param to the number of the other, or {@link #LATEST}
   * @throws dev.membrane.schema.ValidationException if a number is negative
   * @throws NotFoundException also if there is no such version
   * @throws FailedPreconditionException if the content of one of them was erased
   */
  VersionDiff diff(String id, long from, long to);

  /**
   * A version of a record.
   *
   * @param version its number
   * @param from the instant of the commit that made it; of a version from before former states were
   *     kept, the instant of its last update
   * @param to the instant of the commit that ended it; null if it is the present one
   * @param audit who made it and why: the entries that it added to the audit log
   * @param salience the salience that it began with; null if its content was erased, or can no
   *     longer be read
   * @param record the record as it was, without its audit log; null if it differs from the version
   *     before in nothing but salience and instants, or if salience is null
   */
  record HistoryEntry(
      long version,
      Instant from,
      @Nullable Instant to,
      List<AuditEntry> audit,
      @Nullable Double salience,
      @Nullable MemoryRecord record) {

    /** Copies the list. */
    public HistoryEntry {
      audit = List.copyOf(audit);
    }
  }

  /**
   * What differs between two versions of a record.
   *
   * @param from the number of the one version
   * @param to the number of the other
   * @param changes the members and items that differ, in the order of the record's JSON
   */
  record VersionDiff(long from, long to, List<FieldChange> changes) {

    /** Copies the list. */
    public VersionDiff {
      changes = List.copyOf(changes);
    }

    /**
     * A member or an item that differs. Items of lists are compared by their places.
     *
     * @param path where it is, as a JSON Pointer (RFC 6901)
     * @param before null if it was not there
     * @param after null if it is not there
     */
    public record FieldChange(String path, @Nullable JsonValue before, @Nullable JsonValue after) {}
  }
}
