package dev.membrane.store.jdbc;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.spi.AuditLink;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** The audit logs, by record and position from 1; they outlive their records. */
final class AuditTable {

  private static final String APPEND =
      """
      INSERT INTO audit (
        rid, seq, action, actor, timestamp, rationale, nonce, rationale_hash, content_hash, hash)
      {rows 10}
      """;

  private static final String ADD_TO_TOTAL =
      """
      INSERT INTO audit_total (action, entries) VALUES (?, ?)
      ON CONFLICT (action) DO UPDATE SET entries = audit_total.entries + excluded.entries
      """;

  private AuditTable() {}

  /** Adds links after the given number of earlier ones. */
  static void append(Writes sql, long rid, int earlier, List<AuditLink> links, Effects effects)
      throws SQLException {
    Dialect dialect = sql.dialect();
    int seq = earlier;
    for (AuditLink link : links) {
      seq++;
      AuditEntry entry = link.entry();
      sql.row(
          Writes.Group.AUDIT,
          APPEND,
          rid,
          (long) seq,
          entry.action().wireName(),
          dialect.column(entry.actor()),
          Micros.of(entry.timestamp()),
          dialect.column(entry.rationale()),
          dialect.column(link.nonce()),
          link.rationaleHash(),
          link.contentHash(),
          link.hash());
      effects.count(entry.action());
    }
  }

  static void writeTotals(Writes sql, Effects effects) throws SQLException {
    for (Map.Entry<AuditAction, Long> total : effects.audits().entrySet()) {
      sql.later(Writes.Group.AUDIT, ADD_TO_TOTAL, total.getKey().wireName(), total.getValue());
    }
  }
}
