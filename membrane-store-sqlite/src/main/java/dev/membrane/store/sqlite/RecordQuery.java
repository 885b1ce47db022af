package dev.membrane.store.sqlite;

import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.Anchor;
import dev.membrane.spi.Stored;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** Reads whole records: two statements, however many they are. */
final class RecordQuery {

  private static final String BY_ID =
      """
      SELECT m.rid, m.version, m.s0, m.t0, m.updated_at, m.last_reinforced_at, d.doc
      FROM json_each(:ids) i
      CROSS JOIN memory m ON m.id = i.value
      CROSS JOIN document d ON d.rid = m.rid
      ORDER BY i.key
      """;

  private record Row(
      long rid,
      long version,
      Anchor anchor,
      Instant updatedAt,
      Instant lastReinforcedAt,
      String doc) {}

  private RecordQuery() {}

  static List<Row> rows(Handle handle, Collection<String> ids) {
    return handle
        .createQuery(BY_ID)
        .bind("ids", JsonTexts.distinct(ids))
        .map((row, context) -> row(row))
        .list();
  }

  /** The records that exist, in the order asked for, each once. */
  static List<Stored> read(Handle handle, Collection<String> ids) {
    List<Row> rows = rows(handle, ids);
    Map<Long, List<AuditEntry>> audits =
        AuditTable.excerpts(handle, rows.stream().map(Row::rid).toList());
    return rows.stream()
        .map(row -> stored(row, audits.getOrDefault(row.rid(), List.of())))
        .toList();
  }

  private static Stored stored(Row row, List<AuditEntry> auditLog) {
    MemoryRecord record =
        Documents.read(row.doc(), row.anchor(), row.updatedAt(), row.lastReinforcedAt(), auditLog);
    return new Stored(record, row.version(), row.anchor());
  }

  private static Row row(ResultSet row) throws SQLException {
    return new Row(
        row.getLong(1),
        row.getLong(2),
        new Anchor(row.getDouble(3), Micros.toInstant(row.getLong(4))),
        Micros.toInstant(row.getLong(5)),
        Micros.toInstant(row.getLong(6)),
        row.getString(7));
  }
}
