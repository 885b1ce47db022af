package dev.membrane.store.jdbc.internal.history;

import dev.membrane.schema.json.JsonWeight;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.UnreadableRecordException;
import dev.membrane.store.jdbc.crypto.DecryptionException;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.row.Documents;
import dev.membrane.store.jdbc.internal.table.AuditRow;
import dev.membrane.store.jdbc.internal.table.LoggedEntry;
import dev.membrane.store.jdbc.internal.table.UnreadableRecords;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads whole records, with one statement however many there are. */
public final class RecordQuery {

  private static final String COLUMNS = "m.rid, {text m.id}, " + FormerState.PRESENT;

  private static final int STATE = 3;
  private static final int DOC = 9;
  private static final int ENTRY = 10;

  private static final String BY_ID =
      """
      SELECT <columns>, d.doc
      FROM memory m {join} document d ON d.rid = m.rid
      WHERE m.id {in ids}
      """
          .replace("<columns>", COLUMNS);

  /**
   * A row for each entry of the excerpt, or one without. The first entry's has the document; if
   * somebody took that entry away, all have.
   */
  private static final String WITH_EXCERPT =
      """
      SELECT <columns>, CASE
          WHEN {length d.doc} > :heaviest THEN NULL
          WHEN a.seq > 1 AND EXISTS (SELECT 1 FROM audit f WHERE f.rid = m.rid AND f.seq = 1) THEN NULL
          ELSE d.doc END, <entry>
      FROM memory m
      {join} document d ON d.rid = m.rid
      LEFT JOIN audit a ON a.rid = m.rid
        AND a.seq <= CASE WHEN m.audits <= :most THEN :most ELSE :most / 2 END
      WHERE m.id {in ids}
      UNION ALL
      SELECT <columns>, NULL, <entry>
      FROM memory m
      {join} audit a ON a.rid = m.rid AND a.seq > m.audits - :most / 2
      WHERE m.id {in ids} AND m.audits > :most
      """
          .replace("<columns>", COLUMNS)
          .replace("<entry>", LoggedEntry.COLUMNS);

  private record DocumentRow(String id, FormerState state, String doc) {

    /** With its document as it is, not as the column has it. */
    DocumentRow opened(StoreCipher cipher) {
      try {
        return new DocumentRow(id, state, cipher.open(Documents.DOC, state.rid(), doc));
      } catch (DecryptionException damaged) {
        throw new UnreadableRecordException(id, damaged);
      }
    }

    /** Null if its key was destroyed: it was erased after the copy was made that is read. */
    @Nullable DocumentRow openedIfKnown(StoreCipher cipher) {
      try {
        return opened(cipher);
      } catch (UnreadableRecordException unreadable) {
        if (isErased(unreadable)) {
          return null;
        }
        throw unreadable;
      }
    }
  }

  /**
   * A whole record.
   *
   * @param doc the document that it was read from
   */
  public record StoredDocument(StoredRecord stored, String doc) {}

  private record AuditedRow(long rid, @Nullable DocumentRow row, @Nullable LoggedEntry entry) {}

  private RecordQuery() {}

  /**
   * The records that exist, by id.
   *
   * @param heaviest the most that one may weigh; those that do not are not fetched, or not parsed
   * @throws UnreadableRecordException if what is stored of one of them is no record any more; all
   *     others of which that is so are suppressed exceptions
   */
  public static Map<String, StoredDocument> read(
      ReadTransaction rows, Collection<String> ids, long heaviest) throws SQLException {
    Map<String, DocumentRow> found = new HashMap<>();
    Map<Long, List<LoggedEntry>> excerpts = new HashMap<>();
    for (AuditedRow line : lines(rows, ids, heaviest)) {
      if (line.row() != null) {
        found.put(line.row().id(), line.row());
      }
      if (line.entry() != null) {
        excerpts.computeIfAbsent(line.rid(), rid -> new ArrayList<>()).add(line.entry());
      }
    }
    excerpts.values().forEach(entries -> entries.sort(Comparator.comparingInt(LoggedEntry::seq)));
    Map<String, StoredDocument> records = new HashMap<>();
    UnreadableRecords unreadable = new UnreadableRecords();
    for (DocumentRow sealed : found.values()) {
      try {
        DocumentRow row = sealed.openedIfKnown(rows.dialect().cipher());
        if (row != null && !JsonWeight.exceeds(row.doc(), heaviest)) {
          List<LoggedEntry> excerpt = excerpts.getOrDefault(row.state().rid(), List.of());
          StoredRecord stored = row.state().stored(row.id(), row.doc(), excerpt);
          records.put(row.id(), new StoredDocument(stored, row.doc()));
        }
      } catch (UnreadableRecordException damaged) {
        unreadable.add(damaged);
      }
    }
    unreadable.throwAny();
    return records;
  }

  private static List<AuditedRow> lines(ReadTransaction rows, Collection<String> ids, long heaviest)
      throws SQLException {
    Dialect dialect = rows.dialect();
    return rows.all(
        row -> line(row, dialect),
        WITH_EXCERPT,
        Map.of("ids", dialect.keys(ids), "most", StoredRecord.AUDIT_EXCERPT, "heaviest", heaviest));
  }

  /** The records by id; of those that cannot be read the reason. */
  public static Map<String, FoundRecord> readAny(
      ReadTransaction rows, Collection<String> ids, Map<Long, List<AuditRow>> logs)
      throws SQLException {
    Map<String, FoundRecord> all = new HashMap<>();
    for (DocumentRow row : rows(rows, ids)) {
      List<LoggedEntry> excerpt = excerpt(logs.getOrDefault(row.state().rid(), List.of()));
      all.put(row.id(), found(row, excerpt, rows.dialect().cipher()));
    }
    return all;
  }

  /**
   * A record, or why there is none where there should be.
   *
   * @param isErased whether that is because its key was destroyed
   */
  public record FoundRecord(
      @Nullable StoredRecord stored, @Nullable String damage, boolean isErased) {}

  private static FoundRecord found(DocumentRow row, List<LoggedEntry> excerpt, StoreCipher cipher) {
    try {
      String doc = row.opened(cipher).doc();
      return new FoundRecord(row.state().stored(row.id(), doc, excerpt), null, false);
    } catch (UnreadableRecordException damaged) {
      return new FoundRecord(null, damaged.reason(), isErased(damaged));
    }
  }

  private static boolean isErased(UnreadableRecordException unreadable) {
    return unreadable.getCause() instanceof DecryptionException reason && reason.isKeyGone();
  }

  private static List<LoggedEntry> excerpt(List<AuditRow> log) {
    int half = StoredRecord.AUDIT_EXCERPT / 2;
    boolean isWhole = log.size() <= StoredRecord.AUDIT_EXCERPT;
    return IntStream.range(0, log.size())
        .filter(i -> isWhole || i < half || i >= log.size() - half)
        .mapToObj(i -> log.get(i).logged())
        .toList();
  }

  private static List<DocumentRow> rows(ReadTransaction rows, Collection<String> ids)
      throws SQLException {
    Dialect dialect = rows.dialect();
    return rows.all(
        row -> row(row, row.getString(DOC), dialect), BY_ID, Map.of("ids", dialect.keys(ids)));
  }

  private static AuditedRow line(ResultSet row, Dialect dialect) throws SQLException {
    @Nullable String doc = row.getString(DOC);
    return new AuditedRow(
        row.getLong(1),
        doc == null ? null : row(row, doc, dialect),
        row.getObject(ENTRY) == null ? null : LoggedEntry.of(row, ENTRY, dialect));
  }

  private static DocumentRow row(ResultSet row, String doc, Dialect dialect) throws SQLException {
    return new DocumentRow(
        dialect.plain(row.getString(2)), FormerState.readPresent(row, STATE), doc);
  }
}
