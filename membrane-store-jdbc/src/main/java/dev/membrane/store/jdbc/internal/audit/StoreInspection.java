package dev.membrane.store.jdbc.internal.audit;

import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.StoreReader.Inspection;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.UnreadableRecordException;
import dev.membrane.store.jdbc.crypto.DecryptionException;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.figures.FigureBlock;
import dev.membrane.store.jdbc.internal.figures.Figures;
import dev.membrane.store.jdbc.internal.row.Documents;
import dev.membrane.store.jdbc.internal.row.RecordRow;
import dev.membrane.store.jdbc.internal.table.LoggedEntry;
import dev.membrane.store.jdbc.internal.words.WordList;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads all audit trails and compares all tables with the records, within one transaction. */
public final class StoreInspection {

  /** Records and logs can be large, and a page is in memory at once. */
  private static final int PAGE = 64;

  private static final String MEMORY = "SELECT m.* FROM memory m WHERE m.id {in ids}";
  private static final String DOCUMENTS =
      """
      SELECT d.* FROM memory m {join} document d ON d.rid = m.rid WHERE m.id {in ids}
      """;

  private static final String FIGURES =
      "SELECT points, "
          + FigureBlock.COLUMNS
          + " FROM figure_block b FULL JOIN figure_points p ON p.block = b.id";

  private static final String LOOSE =
      """
      SELECT what, rid FROM (
        SELECT 'audit entries' AS what, (SELECT a.rid FROM audit a
          WHERE NOT EXISTS (SELECT 1 FROM memory m WHERE m.rid = a.rid)
            AND NOT EXISTS (SELECT 1 FROM tombstone t WHERE t.rid = a.rid) LIMIT 1) AS rid
        UNION ALL
        SELECT 'a document', (SELECT d.rid FROM document d
          WHERE NOT EXISTS (SELECT 1 FROM memory m WHERE m.rid = d.rid) LIMIT 1)
        UNION ALL
        SELECT 'a version', (SELECT v.rid FROM version v
          WHERE NOT EXISTS (SELECT 1 FROM memory m WHERE m.rid = v.rid)
            AND NOT EXISTS (SELECT 1 FROM tombstone t WHERE t.rid = v.rid) LIMIT 1)) AS loose
      WHERE rid IS NOT NULL
      """;

  private final ReadTransaction rows;
  private final Dialect dialect;
  private final Inspection inspection;
  private final DatabaseTables database;
  private final StoredCheck check;

  /** Used once. */
  public StoreInspection(ReadTransaction rows, Inspection inspection, DatabaseTables database) {
    this.rows = rows;
    this.dialect = rows.dialect();
    this.inspection = inspection;
    this.database = database;
    this.check = new StoredCheck(inspection, dialect);
  }

  /** Looks at everything, or up to what names a place and cannot be decrypted. */
  public void run() throws SQLException {
    try {
      checkAll();
    } catch (DecryptionException damaged) {
      inspection.fault(null, String.valueOf(damaged.getMessage()));
    } catch (UnreadableRecordException damaged) {
      inspection.fault(damaged.id(), damaged.reason());
    }
  }

  private void checkAll() throws SQLException {
    database.reportHeads(inspection);
    check.spaces().read(rows);
    TrailQuery.TrailPage page = TrailQuery.page(rows, "", PAGE);
    while (!page.trails().isEmpty()) {
      checkTrails(page.trails());
      page = TrailQuery.page(rows, page.lastKey(), PAGE);
    }
    rows.each(
        row -> check.total(row.getString(1), row.getLong(2)),
        "SELECT {total}, entries FROM audit_total");
    checkFigures();
    new HashedRows(rows, inspection, check).run();
    rows.each(check::loose, LOOSE);
    database.checkRest(check);
    check.finish();
  }

  private void checkTrails(List<AuditTrail> page) throws SQLException {
    Object ids =
        dialect.keys(
            page.stream().filter(trail -> trail.stored() != null).map(AuditTrail::id).toList());
    Map<Object, Map<String, Object>> narrow = by("id", MEMORY, ids);
    Map<Object, Map<String, Object>> wide = by("rid", DOCUMENTS, ids);
    List<DatabaseTables.Placed> records = new ArrayList<>();
    for (AuditTrail trail : page) {
      check.trail(trail);
      StoredRecord stored = trail.stored();
      if (stored != null) {
        Map<String, Object> memory = Objects.requireNonNull(narrow.get(dialect.key(trail.id())));
        Map<String, Object> document = Objects.requireNonNull(wide.get(memory.get("rid")));
        RecordRow row = check.expected(stored);
        open(memory, Documents.NONCE, "nonce", trail.id());
        Object rid = Objects.requireNonNull(memory.get("rid"));
        open(document, WordList.COLUMN, "words", rid);
        open(document, Documents.DOC, "doc", rid);
        check.record(trail, row, memory, document, written(trail, row));
        records.add(placed(row, memory));
      }
    }
    database.check(records, check);
  }

  /** Has a column hold its text, if it can be decrypted. */
  private void open(Map<String, Object> columns, String place, String name, Object row) {
    if (columns.get(name) instanceof String sealed) {
      columns.put(name, LoggedEntry.text(dialect.cipher(), place, row, sealed));
    }
  }

  /** What columns have, where texts are not written as they are, or not by all stores. */
  private Map<String, @Nullable Object> written(AuditTrail trail, RecordRow row) {
    Map<String, @Nullable Object> written = new HashMap<>();
    written.put("id", dialect.key(row.id()));
    written.put("long_id", dialect.beyondKey(row.id()));
    written.put("scope", dialect.columnOfScope(row.scope()));
    written.put("nonce", dialect.column(trail.nonce()));
    String thread = row.threadId();
    written.put(
        "thread_id", thread == null ? null : dialect.cipher().words(row.scope()).ofThread(thread));
    return written;
  }

  private static DatabaseTables.Placed placed(RecordRow row, Map<String, Object> memory) {
    List<Long> spaces = new ArrayList<>();
    for (String name : List.of("space", "whole")) {
      if (memory.get(name) instanceof Number space) {
        spaces.add(space.longValue());
      }
    }
    long rid = ((Number) Objects.requireNonNull(memory.get("rid"))).longValue();
    return new DatabaseTables.Placed(row, rid, spaces);
  }

  private void checkFigures() throws SQLException {
    rows.each(row -> check.figures(row.getString(1), row.getBytes(2), null), Figures.LOG);
    rows.each(
        row -> {
          String series = row.getString(2);
          byte[] points = row.getBytes(1);
          if (series == null || points == null) {
            check.fault(null, "points of figures are of no block, or a block is without points");
          } else {
            List<Object> block = new ArrayList<>();
            for (int i = 2; i <= row.getMetaData().getColumnCount(); i++) {
              block.add(row.getObject(i));
            }
            check.figures(series, points, block);
          }
        },
        FIGURES);
  }

  private Map<Object, Map<String, Object>> by(String column, String query, Object ids)
      throws SQLException {
    Map<Object, Map<String, Object>> found = new HashMap<>();
    for (Map<String, Object> row : rows.all(StoreInspection::columns, query, Map.of("ids", ids))) {
      found.put(Objects.requireNonNull(row.get(column)), row);
    }
    return found;
  }

  private static Map<String, Object> columns(ResultSet row) throws SQLException {
    ResultSetMetaData names = row.getMetaData();
    Map<String, Object> columns = new HashMap<>();
    for (int i = 1; i <= names.getColumnCount(); i++) {
      columns.put(names.getColumnLabel(i), row.getObject(i));
    }
    return columns;
  }
}
