package dev.membrane.store.sqlite;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.Anchor;
import dev.membrane.spi.Stored;
import dev.membrane.spi.UnreadableRecordException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Reads whole records: two statements, however many they are. */
final class RecordQuery {

  private static final String BY_ID =
      """
      SELECT m.rid, m.version, m.s0, m.t0, m.updated_at, m.last_reinforced_at, d.doc, m.id
      FROM json_each(:ids) i
      CROSS JOIN memory m ON m.id = i.value
      CROSS JOIN document d ON d.rid = m.rid
      ORDER BY i.key
      """;

  private record Row(
      long rid,
      String id,
      long version,
      Anchor anchor,
      Instant updatedAt,
      Instant lastReinforcedAt,
      String doc) {}

  private RecordQuery() {}

  /**
   * The records that exist, in the order asked for, each once.
   *
   * @throws UnreadableRecordException if what is stored of one of them is no record any more
   */
  static List<Stored> read(Sql sql, Collection<String> ids) throws SQLException {
    List<Row> rows = sql.all(RecordQuery::row, BY_ID, JsonTexts.distinct(ids));
    Map<Long, List<AuditRow>> audits =
        AuditTable.excerpts(sql, rows.stream().map(Row::rid).toList());
    return rows.stream()
        .map(row -> stored(row, audits.getOrDefault(row.rid(), List.of())))
        .toList();
  }

  /** The records by id; of those that cannot be read the reason. */
  static Map<String, Found> readAny(
      Handle handle, Collection<String> ids, Map<Long, List<AuditRow>> logs) {
    Map<String, Found> all = new HashMap<>();
    for (Row row : rows(handle, ids)) {
      List<AuditRow> excerpt = excerpt(logs.getOrDefault(row.rid(), List.of()));
      all.put(row.id(), found(row, excerpt));
    }
    return all;
  }

  /** A record, or why there is none where there should be. */
  record Found(@Nullable Stored stored, @Nullable String damage) {}

  private static Found found(Row row, List<AuditRow> excerpt) {
    try {
      return new Found(stored(row, excerpt), null);
    } catch (UnreadableRecordException damaged) {
      return new Found(null, damaged.reason());
    }
  }

  private static List<AuditRow> excerpt(List<AuditRow> log) {
    if (log.size() <= Stored.AUDIT_EXCERPT) {
      return log;
    }
    int half = Stored.AUDIT_EXCERPT / 2;
    List<AuditRow> excerpt = new ArrayList<>(log.subList(0, half));
    excerpt.addAll(log.subList(log.size() - half, log.size()));
    return excerpt;
  }

  private static List<Row> rows(Handle handle, Collection<String> ids) {
    return handle
        .createQuery(BY_ID)
        .bind("ids", JsonTexts.distinct(ids))
        .map((row, context) -> row(row))
        .list();
  }

  private static Stored stored(Row row, List<AuditRow> log) {
    try {
      MemoryRecord record =
          Documents.read(
              row.doc(),
              row.anchor(),
              row.updatedAt(),
              row.lastReinforcedAt(),
              log.stream().map(AuditRow::entry).toList());
      String head = log.isEmpty() ? "" : log.get(log.size() - 1).hash();
      return new Stored(record, row.version(), row.anchor(), head);
    } catch (ValidationException damaged) {
      throw new UnreadableRecordException(row.id(), damaged);
    }
  }

  private static Row row(ResultSet row) throws SQLException {
    return new Row(
        row.getLong(1),
        row.getString(8),
        row.getLong(2),
        new Anchor(row.getDouble(3), Micros.toInstant(row.getLong(4))),
        Micros.toInstant(row.getLong(5)),
        Micros.toInstant(row.getLong(6)),
        row.getString(7));
  }
}
