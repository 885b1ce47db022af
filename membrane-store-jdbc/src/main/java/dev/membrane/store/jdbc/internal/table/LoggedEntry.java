package dev.membrane.store.jdbc.internal.table;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.Timestamps;
import dev.membrane.store.jdbc.crypto.DecryptionException;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;

/** An audit entry as the record shows it. Somebody may have changed it since it was stored. */
public record LoggedEntry(
    int seq, String action, String actor, long timestamp, String rationale, String hash) {

  public static final String COLUMNS = "a.seq, a.action, a.actor, a.timestamp, a.rationale, a.hash";

  /** The columns that may be encrypted; the number of the record stands for the row. */
  static final String ACTOR = "audit.actor";

  static final String RATIONALE = "audit.rationale";
  public static final String HASH = "audit.hash";

  private static final String UNREADABLE = "(cannot be decrypted)";

  /** Reads the columns of a row from one on; the first of all is the number of the record. */
  public static LoggedEntry of(ResultSet row, int first, Dialect dialect) throws SQLException {
    long rid = row.getLong(1);
    StoreCipher cipher = dialect.cipher();
    return new LoggedEntry(
        row.getInt(first),
        row.getString(first + 1),
        dialect.plain(text(cipher, ACTOR, rid, row.getString(first + 2))),
        row.getLong(first + 3),
        dialect.plain(text(cipher, RATIONALE, rid, row.getString(first + 4))),
        text(cipher, HASH, rid, row.getString(first + 5)));
  }

  /**
   * Text that cannot be decrypted breaks the chain. Text whose key was destroyed is empty, like
   * erased text, and does not.
   */
  public static String text(StoreCipher cipher, String column, Object row, String sealed) {
    try {
      return Objects.requireNonNullElse(cipher.openUnlessErased(column, row, sealed), "");
    } catch (DecryptionException damaged) {
      return UNREADABLE;
    }
  }

  /**
   * The entry.
   *
   * @throws dev.membrane.schema.ValidationException if it is none any more
   */
  public AuditEntry entry() {
    return new AuditEntry(
        AuditAction.of("action", action), actor, Timestamps.ofEpochMicros(timestamp), rationale);
  }
}
