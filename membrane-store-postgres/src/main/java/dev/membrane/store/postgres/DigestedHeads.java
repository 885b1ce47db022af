package dev.membrane.store.postgres;

import dev.membrane.spi.AuditHead;
import dev.membrane.spi.Inspection;
import dev.membrane.store.jdbc.Digests;
import dev.membrane.store.jdbc.Rows;
import dev.membrane.store.jdbc.Writes;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;

/** The heads of all audit logs of each scope; an empty scope is none. */
final class DigestedHeads {

  private static final String ADD =
      """
      INSERT INTO audit_head (digest, scope, trails, sum)
      SELECT h.digest, h.scope, h.trails, CAST(h.sum AS numeric)
      FROM unnest(?, ?, ?, ?) AS h (digest, scope, trails, sum)
      ON CONFLICT (digest) DO UPDATE SET
        trails = audit_head.trails + excluded.trails,
        sum = mod(audit_head.sum + excluded.sum, trunc(power(2::numeric, 256)))
      """;

  private static final String ALL =
      "SELECT scope, trails, sum, digest FROM audit_head ORDER BY digest";

  private DigestedHeads() {}

  /** Adds what has changed, by scope. */
  static void add(Writes sql, Map<String, AuditHead> heads) throws SQLException {
    for (Map.Entry<String, AuditHead> head : new TreeMap<>(heads).entrySet()) {
      AuditHead more = head.getValue();
      if (!more.equals(AuditHead.NONE)) {
        String scope = Texts.escaped(head.getKey());
        sql.row(
            Writes.Group.AUDIT, ADD, digest(scope), scope, more.trails(), more.sum().toString());
      }
    }
  }

  static void tell(Rows rows, Inspection inspection) throws SQLException {
    rows.each(row -> tell(row, inspection), ALL);
  }

  private static void tell(ResultSet row, Inspection inspection) throws SQLException {
    String column = row.getString(1);
    if (!row.getString(4).equals(digest(column))) {
      inspection.fault(null, "the head of scope " + column + " is not as it was written");
    }
    String scope = Texts.plain(column);
    AuditHead head = new AuditHead(row.getLong(2), row.getBigDecimal(3).toBigInteger());
    inspection.head(scope.isEmpty() ? null : scope, head);
  }

  /** By which the tables of what is noted of scopes know one. */
  static String digest(String column) {
    return Digests.of(column);
  }
}
