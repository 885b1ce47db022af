package dev.membrane.store.postgres;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.spi.AuditLink;
import dev.membrane.store.jdbc.Micros;
import java.util.List;
import java.util.Map;

/** The audit logs, by record and position from 1; they outlive their records. */
final class AuditTable {

  private static final String APPEND =
      """
      INSERT INTO audit (
        rid, seq, action, actor, timestamp, rationale, nonce, rationale_hash, content_hash, hash)
      SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private static final String ADD_TO_TOTAL =
      """
      INSERT INTO audit_total (action, entries) VALUES (?, ?)
      ON CONFLICT (action) DO UPDATE SET entries = audit_total.entries + excluded.entries
      """;

  private AuditTable() {}

  /** Adds links after the given number of earlier ones. */
  static void append(Sql sql, long rid, int earlier, List<AuditLink> links, Effects effects) {
    int seq = earlier;
    for (AuditLink link : links) {
      seq++;
      AuditEntry entry = link.entry();
      sql.row(
          Sql.Group.AUDIT,
          APPEND,
          rid,
          (long) seq,
          entry.action().wireName(),
          Texts.escaped(entry.actor()),
          Micros.of(entry.timestamp()),
          Texts.escaped(entry.rationale()),
          Texts.escaped(link.nonce()),
          link.rationaleHash(),
          link.contentHash(),
          link.hash());
      effects.count(entry.action());
    }
  }

  static void writeTotals(Sql sql, Effects effects) {
    for (Map.Entry<AuditAction, Long> total : effects.audits().entrySet()) {
      sql.later(Sql.Group.AUDIT, ADD_TO_TOTAL, total.getKey().wireName(), total.getValue());
    }
  }
}
