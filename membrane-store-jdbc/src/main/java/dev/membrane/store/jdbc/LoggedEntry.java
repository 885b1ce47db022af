package dev.membrane.store.jdbc;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import java.sql.ResultSet;
import java.sql.SQLException;

/** An audit entry as the record shows it. Somebody may have changed it since it was stored. */
record LoggedEntry(
    int seq, String action, String actor, long timestamp, String rationale, String hash) {

  static final String COLUMNS = "a.seq, a.action, a.actor, a.timestamp, a.rationale, a.hash";

  /** Reads the columns that begin with one of a row. */
  static LoggedEntry of(ResultSet row, int first, Dialect dialect) throws SQLException {
    return new LoggedEntry(
        row.getInt(first),
        row.getString(first + 1),
        dialect.plain(row.getString(first + 2)),
        row.getLong(first + 3),
        dialect.plain(row.getString(first + 4)),
        row.getString(first + 5));
  }

  /**
   * The entry.
   *
   * @throws dev.membrane.schema.ValidationException if it is none any more
   */
  AuditEntry entry() {
    return new AuditEntry(
        AuditAction.of("action", action), actor, Micros.toInstant(timestamp), rationale);
  }
}
