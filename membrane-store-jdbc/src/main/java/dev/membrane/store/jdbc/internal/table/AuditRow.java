package dev.membrane.store.jdbc.internal.table;

import dev.membrane.schema.ValidationException;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import java.sql.ResultSet;
import java.sql.SQLException;

/** An audit entry as it is stored, with everything that is needed to verify it. */
public record AuditRow(
    long rid, LoggedEntry logged, String nonce, String rationaleHash, String contentHash) {

  /** Columns that may be encrypted. Without its nonce, a hash confirms a guess of the text. */
  static final String NONCE = "audit.nonce";

  static final String RATIONALE_HASH = "audit.rationale_hash";
  static final String CONTENT_HASH = "audit.content_hash";

  public static final String COLUMNS =
      "a.rid, a.nonce, a.rationale_hash, a.content_hash, " + LoggedEntry.COLUMNS;

  public static AuditRow of(ResultSet row, Dialect dialect) throws SQLException {
    return new AuditRow(
        row.getLong(1),
        LoggedEntry.of(row, 5, dialect),
        dialect.plain(text(dialect, NONCE, row, 2)),
        text(dialect, RATIONALE_HASH, row, 3),
        text(dialect, CONTENT_HASH, row, 4));
  }

  private static String text(Dialect dialect, String column, ResultSet row, int number)
      throws SQLException {
    return LoggedEntry.text(dialect.cipher(), column, row.getLong(1), row.getString(number));
  }

  /**
   * The entry with its hashes.
   *
   * @param place where it has to stand in its log
   * @throws ValidationException as {@link LoggedEntry#entry}, or if it stands elsewhere
   */
  public AuditLink link(int place) {
    if (logged.seq() != place) {
      throw new ValidationException("seq", "must be " + place);
    }
    return new AuditLink(logged.entry(), nonce, rationaleHash, contentHash, logged.hash());
  }
}
