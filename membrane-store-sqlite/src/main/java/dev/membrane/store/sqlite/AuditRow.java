package dev.membrane.store.sqlite;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.spi.AuditLink;
import java.sql.ResultSet;
import java.sql.SQLException;

/** An audit entry as it is stored, which somebody may have changed since. */
record AuditRow(
    long rid,
    int seq,
    String action,
    String actor,
    long timestamp,
    String rationale,
    String nonce,
    String rationaleHash,
    String contentHash,
    String hash) {

  static final String COLUMNS =
      "a.rid, a.seq, a.action, a.actor, a.timestamp, a.rationale, a.nonce, a.rationale_hash,"
          + " a.content_hash, a.hash";

  static AuditRow of(ResultSet row) throws SQLException {
    return new AuditRow(
        row.getLong(1),
        row.getInt(2),
        row.getString(3),
        row.getString(4),
        row.getLong(5),
        row.getString(6),
        row.getString(7),
        row.getString(8),
        row.getString(9),
        row.getString(10));
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

  /** The entry with its hashes; fails like {@link #entry}. */
  AuditLink link() {
    return new AuditLink(entry(), nonce, rationaleHash, contentHash, hash);
  }
}
