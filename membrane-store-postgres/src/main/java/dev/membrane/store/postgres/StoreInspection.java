package dev.membrane.store.postgres;

import dev.membrane.spi.AuditTrail;
import dev.membrane.spi.Inspection;
import dev.membrane.spi.Stored;
import dev.membrane.store.sql.RecordRow;
import dev.membrane.store.sql.StoredCheck;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
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

  /** The most rows of a table that are in memory at once. */
  private static final int FETCHED = 1_000;

  private static final String MEMORY = "SELECT m.* FROM memory m WHERE m.id = ANY (:ids)";

  private static final String DOCUMENTS =
      "SELECT d.* FROM memory m JOIN document d ON d.rid = m.rid WHERE m.id = ANY (:ids)";

  private static final String POSTINGS =
      "SELECT p.rid, p.words FROM memory m JOIN posting p ON p.rid = m.rid WHERE m.id = ANY (:ids)";

  private static final String VECTORS =
      """
      SELECT m.id, o.name, o.long_name, e.vector, e.row_hash
      FROM embedding e
      LEFT JOIN memory m ON m.rid = e.rid
      LEFT JOIN model o ON o.id = e.model
      """;

  private static final String LOOSE =
      """
      SELECT * FROM (
        SELECT 'audit entries', (SELECT a.rid FROM audit a
          WHERE NOT EXISTS (SELECT FROM memory m WHERE m.rid = a.rid)
            AND NOT EXISTS (SELECT FROM tombstone t WHERE t.rid = a.rid) LIMIT 1)
        UNION ALL
        SELECT 'a document', (SELECT d.rid FROM document d
          WHERE NOT EXISTS (SELECT FROM memory m WHERE m.rid = d.rid) LIMIT 1)
        UNION ALL
        SELECT 'words', (SELECT p.rid FROM posting p
          WHERE NOT EXISTS (SELECT FROM memory m WHERE m.rid = p.rid) LIMIT 1)
      ) loose (what, rid)
      WHERE rid IS NOT NULL
      """;

  private static final String LONG_TOMBSTONES =
      "SELECT id, long_id FROM tombstone WHERE long_id IS NOT NULL";

  private final Handle handle;
  private final Inspection inspection;
  private final StoredCheck check;

  StoreInspection(Handle handle, Inspection inspection) {
    this.handle = handle;
    this.inspection = inspection;
    this.check = new StoredCheck(inspection, Texts::key);
  }

  void run() {
    HeadTable.tell(handle, inspection);
    tellSpaces();
    List<AuditTrail> page = TrailQuery.page(handle, "", PAGE);
    while (!page.isEmpty()) {
      tell(page);
      page = TrailQuery.page(handle, page.get(page.size() - 1).id(), PAGE);
    }
    tellCounts();
    tellVectors();
    tellKeys();
    tellQueues();
    tellLoose();
    check.finish();
  }

  private void tellSpaces() {
    all("SELECT curve, half_life FROM lane", row -> check.lane(row.getString(1), row.getLong(2)));
    all(
        "SELECT id, whole, scope, level, records, length FROM pool",
        row ->
            check.pool(
                row.getLong(1),
                row.getBoolean(2),
                row.getString(3),
                row.getLong(4),
                row.getLong(5),
                row.getLong(6)));
    all(
        "SELECT id, whole, scope, level, type, retired, curve, half_life, pool FROM space",
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
        page.stream()
            .filter(trail -> trail.stored() != null)
            .map(trail -> Texts.key(trail.id()))
            .toList();
    Map<Object, Map<String, Object>> narrow = by("id", query(MEMORY, ids));
    Map<Object, Map<String, Object>> wide = by("rid", query(DOCUMENTS, ids));
    Map<Long, List<String>> words = new HashMap<>();
    query(POSTINGS, ids)
        .map((row, context) -> Map.entry(row.getLong(1), texts(row)))
        .forEach(posting -> words.put(posting.getKey(), posting.getValue()));
    for (AuditTrail trail : page) {
      check.trail(trail);
      Stored stored = trail.stored();
      if (stored != null) {
        Map<String, Object> memory = Objects.requireNonNull(narrow.get(Texts.key(trail.id())));
        Map<String, Object> document = Objects.requireNonNull(wide.get(memory.get("rid")));
        RecordRow row = check.expected(stored);
        check.record(trail, row, memory, document, own(trail, row));
        check.row(row.id(), "the index of its words", words.get(rid(memory)), words(row, memory));
      }
    }
  }

  /** What stands here otherwise than in other stores. */
  private static Map<String, @Nullable Object> own(AuditTrail trail, RecordRow row) {
    Map<String, @Nullable Object> own = new HashMap<>();
    own.put("id", Texts.key(row.id()));
    own.put("long_id", Texts.beyondKey(row.id()));
    own.put("scope", Texts.escaped(row.scope()));
    own.put("nonce", Texts.escaped(trail.nonce()));
    return own;
  }

  private static long rid(Map<String, Object> memory) {
    return ((Number) Objects.requireNonNull(memory.get("rid"))).longValue();
  }

  private static List<String> words(RecordRow row, Map<String, Object> memory) {
    List<Long> spaces = new ArrayList<>();
    for (String name : List.of("space", "whole")) {
      if (memory.get(name) instanceof Number space) {
        spaces.add(space.longValue());
      }
    }
    return List.of(RecordTables.postings(row.listed().all(), spaces));
  }

  private static List<String> texts(ResultSet row) throws SQLException {
    return Arrays.asList((String[]) row.getArray(2).getArray());
  }

  private void tellCounts() {
    all(
        "SELECT pool, word, records FROM pool_word",
        row -> check.word(row.getLong(1), row.getString(2), row.getLong(3)));
    all(
        "SELECT action, entries FROM audit_total",
        row -> check.total(row.getString(1), row.getLong(2)));
  }

  private void tellVectors() {
    all(
        VECTORS,
        row -> {
          String id = row.getString(1);
          String model = row.getString(2);
          if (id == null || model == null) {
            check.fault(id, "a vector is of no record, or of no model");
            return;
          }
          tellLong(model, row.getString(3));
          String hash = EmbeddingTable.hash(id, model, row.getBytes(4));
          check.row(id, "the vector", row.getString(5), hash);
        });
  }

  private void tellKeys() {
    all(
        "SELECT name, long_name, value, owner, row_hash FROM key",
        row ->
            check.row(
                null,
                "the key " + row.getString(1),
                row.getString(5),
                KeyTable.hash(
                    row.getString(1), row.getString(2), row.getString(3), row.getString(4))));
  }

  private void tellQueues() {
    all(
        """
        SELECT queue, long_queue, item, long_item, due_at, attempts, row_hash FROM queue
        """,
        row ->
            check.row(
                null,
                "the row of queue " + row.getString(1) + " for " + row.getString(3),
                row.getString(7),
                QueueTable.hash(
                    row.getString(1),
                    row.getString(2),
                    row.getString(3),
                    row.getString(4),
                    row.getLong(5),
                    row.getLong(6))));
  }

  private void tellLoose() {
    all(
        LOOSE,
        row ->
            check.fault(
                null, row.getString(1) + " of no record and no tombstone: row " + row.getLong(2)));
    all(LONG_TOMBSTONES, row -> tellLong(row.getString(1), row.getString(2)));
  }

  /** Texts that are long stand whole beside their short form, others only there. */
  private void tellLong(String key, @Nullable String beyond) {
    String text = Texts.whole(key, beyond);
    check.row(null, "the short form of " + key, key, Texts.key(text));
    check.row(null, "the long form of " + key, beyond, Texts.beyondKey(text));
  }

  /** Something that is done with a row. */
  @FunctionalInterface
  private interface Each {
    void accept(ResultSet row) throws SQLException;
  }

  private void all(String sql, Each each) {
    handle
        .createQuery(sql)
        .setFetchSize(FETCHED)
        .map(
            (row, context) -> {
              each.accept(row);
              return true;
            })
        .forEach(done -> {});
  }

  private Query query(String sql, List<String> ids) {
    return handle.createQuery(sql).bindArray("ids", String.class, ids);
  }

  private static Map<Object, Map<String, Object>> by(String column, Query query) {
    Map<Object, Map<String, Object>> rows = new HashMap<>();
    query.mapToMap().forEach(row -> rows.put(row.get(column), row));
    return rows;
  }
}
