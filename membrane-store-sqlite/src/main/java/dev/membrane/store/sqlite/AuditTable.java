package dev.membrane.store.sqlite;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.spi.Stored;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** The audit logs, by record and position from 1; they outlive their records. */
final class AuditTable {

  private static final String APPEND =
      """
      INSERT INTO audit (rid, seq, action, actor, timestamp, rationale) VALUES (?, ?, ?, ?, ?, ?)
      """;

  private static final String ADD_TO_TOTAL =
      """
      INSERT INTO audit_total (action, entries) VALUES (?, ?)
      ON CONFLICT (action) DO UPDATE SET entries = entries + excluded.entries
      """;

  private static final String WHOLE =
      """
      SELECT rid, action, actor, timestamp, rationale FROM audit
      WHERE rid = (SELECT rid FROM memory WHERE id = :id
                   UNION ALL SELECT rid FROM tombstone WHERE id = :id)
      ORDER BY seq
      """;

  private static final String EXCERPTS =
      """
      SELECT a.rid, a.action, a.actor, a.timestamp, a.rationale, a.seq
      FROM json_each(:rids) r
      CROSS JOIN memory m ON m.rid = r.value
      CROSS JOIN audit a ON a.rid = m.rid AND a.seq <= iif(m.audits <= :most, :most, :most / 2)
      UNION ALL
      SELECT a.rid, a.action, a.actor, a.timestamp, a.rationale, a.seq
      FROM json_each(:rids) r
      CROSS JOIN memory m ON m.rid = r.value AND m.audits > :most
      CROSS JOIN audit a ON a.rid = m.rid AND a.seq > m.audits - :most / 2
      ORDER BY 1, 6
      """;

  private record Line(long rid, AuditEntry entry) {}

  private AuditTable() {}

  /** Adds entries after the given number of earlier ones. */
  static void append(Sql sql, long rid, int earlier, List<AuditEntry> entries, Effects effects)
      throws SQLException {
    int seq = earlier;
    for (AuditEntry entry : entries) {
      seq++;
      sql.update(
          APPEND,
          rid,
          seq,
          entry.action().wireName(),
          entry.actor(),
          Micros.of(entry.timestamp()),
          entry.rationale());
      effects.count(entry.action());
    }
  }

  static void writeTotals(Sql sql, Effects effects) throws SQLException {
    for (Map.Entry<AuditAction, Long> total : effects.audits().entrySet()) {
      sql.update(ADD_TO_TOTAL, total.getKey().wireName(), total.getValue());
    }
  }

  static List<AuditEntry> whole(Handle handle, String id) {
    return handle.createQuery(WHOLE).bind("id", id).map((row, context) -> line(row).entry()).list();
  }

  /** What a hydrated record carries of its log, by rid. */
  static Map<Long, List<AuditEntry>> excerpts(Handle handle, Collection<Long> rids) {
    Map<Long, List<AuditEntry>> excerpts = new HashMap<>();
    handle
        .createQuery(EXCERPTS)
        .bind("rids", rids.toString())
        .bind("most", Stored.AUDIT_EXCERPT)
        .map((row, context) -> line(row))
        .forEach(
            line ->
                excerpts.computeIfAbsent(line.rid(), rid -> new ArrayList<>()).add(line.entry()));
    return excerpts;
  }

  private static Line line(ResultSet row) throws SQLException {
    AuditEntry entry =
        new AuditEntry(
            AuditAction.of("action", row.getString(2)),
            row.getString(3),
            Micros.toInstant(row.getLong(4)),
            row.getString(5));
    return new Line(row.getLong(1), entry);
  }
}
