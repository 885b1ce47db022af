package dev.membrane.store.sqlite;

import dev.membrane.spi.AuditTrail;
import dev.membrane.spi.Inspection;
import dev.membrane.spi.Stored;
import dev.membrane.store.sql.RecordRow;
import dev.membrane.store.sql.SalienceColumns;
import dev.membrane.store.sql.StoredCheck;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Shows all trails, and compares all tables with the records, within one transaction. */
final class StoreInspection {

  /** Records and logs can be large, and a page is in memory at once. */
  private static final int PAGE = 64;

  private static final String MEMORY =
      "SELECT m.* FROM json_each(:ids) i CROSS JOIN memory m ON m.id = i.value";

  private static final String DOCUMENTS =
      """
      SELECT d.* FROM json_each(:ids) i
      CROSS JOIN memory m ON m.id = i.value
      CROSS JOIN document d ON d.rid = m.rid
      """;

  private static final String VECTORS =
      """
      SELECT m.id, m.space, e.space, o.name, e.vector, e.row_hash
      FROM embedding e
      LEFT JOIN memory m ON m.rid = e.rid
      LEFT JOIN model o ON o.id = e.model
      """;

  private static final String LOOSE =
      """
      SELECT * FROM (
        SELECT 'audit entries', (SELECT rid FROM audit a
          WHERE NOT EXISTS (SELECT 1 FROM memory m WHERE m.rid = a.rid)
            AND NOT EXISTS (SELECT 1 FROM tombstone t WHERE t.rid = a.rid)) AS rid
        UNION ALL
        SELECT 'a document', (SELECT rid FROM document d
          WHERE NOT EXISTS (SELECT 1 FROM memory m WHERE m.rid = d.rid)))
      WHERE rid IS NOT NULL
      """;

  // The words of the text index, of which SQLite shows each with the rows that have it.
  private static final String SHOW_POSTINGS =
      "CREATE VIRTUAL TABLE temp.posted USING fts5vocab ('main', 'posting', 'instance')";

  private static final String POSTINGS = "SELECT doc, term FROM temp.posted";

  private static final String HIDE_POSTINGS = "DROP TABLE temp.posted";

  private final Handle handle;
  private final Sql sql;
  private final Inspection inspection;
  private final StoredCheck check;

  StoreInspection(Handle handle, Sql sql, Inspection inspection) {
    this.handle = handle;
    this.sql = sql;
    this.inspection = inspection;
    this.check = new StoredCheck(inspection, scope -> scope);
  }

  void run() throws SQLException {
    HeadTable.tell(sql, inspection);
    tellSpaces();
    List<AuditTrail> page = TrailQuery.page(handle, "", PAGE);
    while (!page.isEmpty()) {
      tell(page);
      page = TrailQuery.page(handle, page.get(page.size() - 1).id(), PAGE);
    }
    tellCounts();
    tellTags();
    tellPostings();
    tellVectors();
    tellKeysAndQueues();
    tellLoose();
    check.finish();
  }

  /** What has anything but 0 or 1 where truth stands is no row that the store would find. */
  private void tellSpaces() throws SQLException {
    all("SELECT curve, half_life FROM lane", row -> check.lane(row.getString(1), row.getLong(2)));
    all(
        "SELECT id, whole, scope, level, records, length FROM pool WHERE whole IN (0, 1)",
        row ->
            check.pool(
                row.getLong(1),
                row.getBoolean(2),
                row.getString(3),
                row.getLong(4),
                row.getLong(5),
                row.getLong(6)));
    all(
        """
        SELECT id, whole, scope, level, type, retired, curve, half_life, pool FROM space
        WHERE whole IN (0, 1) AND retired IN (0, 1)
        """,
        row ->
            check.space(
                row.getLong(1),
                row.getBoolean(2),
                row.getString(3),
                row.getLong(4),
                new StoredCheck.SpaceRow(
                    row.getString(5),
                    row.getBoolean(6),
                    row.getString(7),
                    row.getLong(8),
                    row.getLong(9))));
  }

  private void tell(List<AuditTrail> page) {
    List<String> ids =
        page.stream().filter(trail -> trail.stored() != null).map(AuditTrail::id).toList();
    String names = JsonTexts.distinct(ids);
    Map<Object, Map<String, Object>> narrow = by("id", query(MEMORY).bind("ids", names));
    Map<Object, Map<String, Object>> wide = by("rid", query(DOCUMENTS).bind("ids", names));
    for (AuditTrail trail : page) {
      check.trail(trail);
      Stored stored = trail.stored();
      if (stored != null) {
        Map<String, Object> memory = Objects.requireNonNull(narrow.get(trail.id()));
        Map<String, Object> document = Objects.requireNonNull(wide.get(memory.get("rid")));
        tell(trail, check.expected(stored), memory, document);
      }
    }
  }

  private void tell(
      AuditTrail trail, RecordRow row, Map<String, Object> memory, Map<String, Object> document) {
    Map<String, @Nullable Object> own = new HashMap<>();
    own.put("thread_id", row.threadId());
    check.record(trail, row, memory, document, own);
    long rid = ((Number) Objects.requireNonNull(memory.get("rid"))).longValue();
    for (String name : List.of("space", "whole")) {
      Number space = (Number) memory.get(name);
      if (space != null) {
        check.postings(rid, PostingTable.words(row.listed().all(), space.longValue()));
        expectTags(row, rid, space.longValue());
      }
    }
  }

  private void expectTags(RecordRow row, long rid, long space) {
    SalienceColumns salience = row.salience();
    boolean hasLane = check.hasLane(salience);
    Double rankKey = salience.rankKey(hasLane);
    Double rest = salience.rest();
    Double drift = salience.drift(hasLane);
    for (String tag : row.listed().tags()) {
      if (rankKey != null) {
        check.tagExpected(
            "tag_rank",
            space,
            tag,
            rankKey,
            salience.t0(),
            salience.log2S0(),
            row.createdAt(),
            row.id(),
            rid);
      }
      if (rest != null) {
        check.tagExpected("tag_rest", space, tag, rest, row.createdAt(), row.id(), rid);
      }
      if (drift != null) {
        check.tagExpected(
            "tag_drift", space, tag, drift, salience.t0(), row.createdAt(), row.id(), rid);
      }
    }
  }

  private void tellTags() throws SQLException {
    all(
        "SELECT space, tag, rank_key, t0, log2_s0, created_at, id, rid FROM tag_rank",
        row ->
            check.tag(
                "tag_rank",
                row.getLong(1),
                row.getString(2),
                row.getDouble(3),
                row.getLong(4),
                row.getDouble(5),
                row.getLong(6),
                row.getString(7),
                row.getLong(8)));
    all(
        "SELECT space, tag, rest, created_at, id, rid FROM tag_rest",
        row ->
            check.tag(
                "tag_rest",
                row.getLong(1),
                row.getString(2),
                row.getDouble(3),
                row.getLong(4),
                row.getString(5),
                row.getLong(6)));
    all(
        "SELECT space, tag, drift, t0, created_at, id, rid FROM tag_drift",
        row ->
            check.tag(
                "tag_drift",
                row.getLong(1),
                row.getString(2),
                row.getDouble(3),
                row.getLong(4),
                row.getLong(5),
                row.getString(6),
                row.getLong(7)));
  }

  private void tellCounts() throws SQLException {
    for (String table : List.of("pool_word", "pool_word_recent")) {
      all(
          "SELECT pool, word, records FROM " + table,
          row -> check.word(row.getLong(1), row.getString(2), row.getLong(3)));
    }
    all(
        "SELECT action, entries FROM audit_total",
        row -> check.total(row.getString(1), row.getLong(2)));
  }

  private void tellPostings() throws SQLException {
    Connection connection = handle.getConnection();
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(SHOW_POSTINGS);
      try (ResultSet row = statement.executeQuery(POSTINGS)) {
        while (row.next()) {
          check.posting(row.getLong(1), row.getString(2));
        }
      }
      statement.executeUpdate(HIDE_POSTINGS);
    }
  }

  private void tellVectors() throws SQLException {
    all(
        VECTORS,
        row -> {
          String id = row.getString(1);
          String model = row.getString(4);
          if (id == null || model == null) {
            check.fault(id, "a vector is of no record, or of no model");
            return;
          }
          check.row(id, "the place of the vector", row.getLong(3), row.getLong(2));
          String hash = EmbeddingTable.hash(id, model, row.getBytes(5));
          check.row(id, "the vector", row.getString(6), hash);
        });
  }

  private void tellKeysAndQueues() throws SQLException {
    all(
        "SELECT name, value, owner, row_hash FROM key",
        row ->
            check.row(
                null,
                "the key " + row.getString(1),
                row.getString(4),
                KeyTable.hash(row.getString(1), row.getString(2), row.getString(3))));
    all(
        "SELECT queue, item, due_at, attempts, row_hash FROM queue",
        row ->
            check.row(
                null,
                "the row of queue " + row.getString(1) + " for " + row.getString(2),
                row.getString(5),
                QueueTable.hash(
                    row.getString(1), row.getString(2), row.getLong(3), row.getInt(4))));
  }

  private void tellLoose() throws SQLException {
    all(
        LOOSE,
        row ->
            check.fault(
                null, row.getString(1) + " of no record and no tombstone: row " + row.getLong(2)));
  }

  private void all(String query, Sql.Look look) throws SQLException {
    sql.each(look, query);
  }

  private Query query(String query) {
    return handle.createQuery(query);
  }

  private static Map<Object, Map<String, Object>> by(String column, Query query) {
    Map<Object, Map<String, Object>> rows = new HashMap<>();
    query.mapToMap().forEach(row -> rows.put(row.get(column), row));
    return rows;
  }
}
