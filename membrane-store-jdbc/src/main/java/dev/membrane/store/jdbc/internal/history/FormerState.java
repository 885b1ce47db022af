package dev.membrane.store.jdbc.internal.history;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Timestamps;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.StoredRecord.Anchor;
import dev.membrane.spi.store.UnreadableRecordException;
import dev.membrane.store.jdbc.crypto.DecryptionException;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.row.Documents;
import dev.membrane.store.jdbc.internal.row.RowHash;
import dev.membrane.store.jdbc.internal.table.LoggedEntry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A state of a record, without its document.
 *
 * @param rid the number of the record
 * @param until the instant of the commit that ended it, in microseconds; null: it holds
 * @param audits how many entries the log had
 * @param delta as its column has it; null: the document is that of the version after it
 */
public record FormerState(
    long rid,
    long version,
    @Nullable Long until,
    int audits,
    long updatedAt,
    long lastReinforcedAt,
    double s0,
    long t0,
    @Nullable String delta) {

  /** What {@link #read} reads, behind the number of the record. */
  static final String COLUMNS =
      "v.version, v.until, v.audits, v.updated_at, v.last_reinforced_at, v.s0, v.t0, v.delta";

  /** What {@link #readPresent} reads, of the row {@code m}. */
  static final String PRESENT =
      "m.version, m.audits, m.updated_at, m.last_reinforced_at, m.s0, m.t0";

  /**
   * The first versions of some records that ended after an instant, as rows of {@code known}; null
   * where there is none. The numbers of the versions of a record have no gap up to the present one,
   * or to the last of a record that is gone. What was before a gap is not known, as each document
   * is made from the next. Versions before the first may end after it, if a clock was set back.
   */
  static final String KNOWN =
      """
      WITH known AS MATERIALIZED (
        SELECT rids.value AS rid, (
          SELECT min(v.version) FROM version v
          WHERE v.rid = rids.value AND v.until > :at AND v.version > coalesce((
            SELECT max(g.version) FROM version g
            WHERE g.rid = rids.value
              AND g.version + 1 < coalesce(
                m.version, (SELECT max(l.version) + 1 FROM version l WHERE l.rid = rids.value))
              AND NOT EXISTS (
                SELECT 1 FROM version n WHERE n.rid = g.rid AND n.version = g.version + 1)), 0)
        ) AS version
        FROM {list rids} LEFT JOIN memory m ON m.rid = rids.value)
      """;

  /** The column of deltas, which may be encrypted. */
  public static final String DELTA = "version.delta";

  /** The row of a version. */
  public static String place(long rid, long version) {
    return rid + " " + version;
  }

  /** A state that holds, whose columns begin at {@code first}; the first of all is the number. */
  static FormerState readPresent(ResultSet row, int first) throws SQLException {
    return new FormerState(
        row.getLong(1),
        row.getLong(first),
        null,
        row.getInt(first + 1),
        row.getLong(first + 2),
        row.getLong(first + 3),
        row.getDouble(first + 4),
        row.getLong(first + 5),
        null);
  }

  public static FormerState read(ResultSet row) throws SQLException {
    return new FormerState(
        row.getLong(1),
        row.getLong(2),
        row.getLong(3),
        row.getInt(4),
        row.getLong(5),
        row.getLong(6),
        row.getDouble(7),
        row.getLong(8),
        row.getString(9));
  }

  /** The same of a record that has another number in an encrypted database. */
  FormerState at(long otherRid, String scope, StoreCipher cipher) {
    @Nullable String sealed =
        delta == null || delta.equals(VersionTable.ERASED)
            ? delta
            : cipher.seal(scope, DELTA, place(otherRid, version), delta);
    return new FormerState(
        otherRid, version, until, audits, updatedAt, lastReinforcedAt, s0, t0, sealed);
  }

  /** The hash of its row. */
  public String hash() {
    return RowHash.of(
        rid,
        version,
        until,
        audits,
        updatedAt,
        lastReinforcedAt,
        Double.doubleToLongBits(s0 + 0.0),
        t0,
        delta);
  }

  /** With its document, and what the record carries of its log. */
  StoredRecord stored(String id, String doc, List<LoggedEntry> log) {
    try {
      Anchor anchor = new Anchor(s0, Timestamps.ofEpochMicros(t0));
      MemoryRecord record =
          Documents.read(
              doc,
              anchor,
              Timestamps.ofEpochMicros(updatedAt),
              Timestamps.ofEpochMicros(lastReinforcedAt),
              log.stream().map(LoggedEntry::entry).toList());
      String head = log.isEmpty() ? "" : log.get(log.size() - 1).hash();
      return new StoredRecord(record, version, anchor, head);
    } catch (ValidationException damaged) {
      throw new UnreadableRecordException(id, damaged);
    }
  }

  /**
   * Its document, made from that of the state after it; null if it was erased, or its key was
   * destroyed.
   */
  @Nullable String document(PresentState record, @Nullable String later, StoreCipher cipher) {
    if (delta == null || later == null) {
      return later;
    }
    try {
      @Nullable String step =
          delta.equals(VersionTable.ERASED)
              ? null
              : cipher.openUnlessErased(DELTA, place(rid, version), delta);
      return step == null ? null : Delta.apply(later, step);
    } catch (IllegalArgumentException damaged) {
      throw new UnreadableRecordException(
          record.id(), ValidationException.worded("version", String.valueOf(damaged.getMessage())));
    } catch (DecryptionException damaged) {
      throw new UnreadableRecordException(record.id(), damaged);
    }
  }
}
