package dev.membrane.store.jdbc.internal.table;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.Timestamps;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The audit logs, by record and position from 1; they outlive their records. */
public final class AuditTable {

  private static final String APPEND =
      """
      INSERT INTO audit (
        rid, seq, action, actor, timestamp, rationale, nonce, rationale_hash, content_hash, hash)
      {rows 10}
      """;

  private static final String OF_A_RECORD =
      "SELECT action, count(*) FROM audit WHERE rid = ? GROUP BY action";

  private static final String ERASE_ALL =
      "UPDATE audit SET rationale = '', nonce = '' WHERE rid = ?";

  private static final String ERASE =
      "UPDATE audit SET rationale = '', nonce = '' WHERE rid = ? AND seq = ?";

  /** Whose key encrypts what has to be readable once that of the scope is destroyed. */
  private static final String OF_STORE = "";

  private AuditTable() {}

  /** Adds links after the given number of earlier ones, of a record that is then in a scope. */
  public static void append(
      WriteTransaction sql,
      long rid,
      int earlier,
      String scope,
      List<AuditLink> links,
      SharedChanges shared)
      throws SQLException {
    Dialect dialect = sql.dialect();
    int seq = earlier;
    for (AuditLink link : links) {
      seq++;
      AuditEntry entry = link.entry();
      // The key of the scope may be destroyed, and the last entry says why.
      String words = entry.action() == AuditAction.DELETE ? OF_STORE : scope;
      sql.row(
          WriteTransaction.WriteGroup.AUDIT,
          APPEND,
          rid,
          (long) seq,
          entry.action().wireName(),
          seal(dialect, OF_STORE, LoggedEntry.ACTOR, rid, entry.actor()),
          Timestamps.toEpochMicros(entry.timestamp()),
          seal(dialect, words, LoggedEntry.RATIONALE, rid, entry.rationale()),
          seal(dialect, words, AuditRow.NONCE, rid, link.nonce()),
          seal(dialect, OF_STORE, AuditRow.RATIONALE_HASH, rid, link.rationaleHash()),
          seal(dialect, OF_STORE, AuditRow.CONTENT_HASH, rid, link.contentHash()),
          seal(dialect, OF_STORE, LoggedEntry.HASH, rid, link.hash()));
      shared.count(scope, entry.action(), 1);
    }
  }

  private static String seal(Dialect dialect, String scope, String column, long rid, String text) {
    return dialect.cipher().seal(scope, column, rid, dialect.column(text));
  }

  /** Counts the links of a record in another scope than before. */
  public static void move(
      WriteTransaction sql, long rid, String before, String after, SharedChanges shared)
      throws SQLException {
    Map<AuditAction, Long> links = new EnumMap<>(AuditAction.class);
    sql.all(
        row -> links.put(AuditAction.of("action", row.getString(1)), row.getLong(2)),
        OF_A_RECORD,
        rid);
    links.forEach(
        (action, count) -> {
          shared.count(before, action, -count);
          shared.count(after, action, count);
        });
  }

  /** Erases the rationales of some entries, or of all if none are named. */
  public static void erase(WriteTransaction sql, long rid, List<Integer> entries)
      throws SQLException {
    if (entries.isEmpty()) {
      sql.later(WriteTransaction.WriteGroup.AUDIT, ERASE_ALL, rid);
    }
    for (int entry : entries) {
      sql.later(WriteTransaction.WriteGroup.AUDIT, ERASE, rid, (long) entry);
    }
  }
}
