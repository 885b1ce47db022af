package dev.membrane.store.sqlite.internal.audit;

import dev.membrane.spi.store.AuditTrail.AuditHead;
import dev.membrane.store.jdbc.internal.row.RowHash;
import dev.membrane.store.sqlite.internal.session.Sql;
import dev.membrane.store.sqlite.internal.table.SqliteHeads;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.Function;
import org.sqlite.SQLiteConnection;

/**
 * Computes the row hashes and the heads of the audit logs for rows that were written before the
 * database had columns for them. Reads one row after the other; only the heads of all scopes are in
 * memory at once.
 */
public final class AuditBackfill {

  /** The script that this is part of. */
  public static final String SCRIPT = "V6__audit_heads.sql";

  private static final Logger LOG = LoggerFactory.getLogger(AuditBackfill.class);

  private static final String ROW_HASH = "membrane_row_hash";

  private static final String COUNT =
      "SELECT (SELECT count(*) FROM memory) + (SELECT count(*) FROM tombstone)";

  private static final String TRAILS =
      """
      SELECT r.scope, r.id,
        coalesce((SELECT a.hash FROM audit a WHERE a.rid = r.rid ORDER BY a.seq DESC LIMIT 1), '')
      FROM (SELECT rid, scope, id FROM memory
            UNION ALL SELECT rid, scope, id FROM tombstone) r
      """;

  private static final String HASH_ROWS =
      """
      UPDATE key SET row_hash = membrane_row_hash(name, value, owner);
      UPDATE queue SET row_hash = membrane_row_hash(queue, item, due_at, attempts);
      UPDATE embedding SET row_hash = membrane_row_hash(
        (SELECT m.id FROM memory m WHERE m.rid = embedding.rid),
        (SELECT o.name FROM model o WHERE o.id = embedding.model),
        vector);
      """;

  private AuditBackfill() {}

  public static void run(Connection connection) throws SQLException {
    Sql sql = new Sql(connection);
    long trails = Objects.requireNonNull(sql.first(row -> row.getLong(1), COUNT));
    if (trails > 0) {
      LOG.info("migrating the audit logs of {} records", trails);
    }
    Map<String, AuditHead> heads = new HashMap<>();
    sql.each(
        row -> {
          AuditHead trail = AuditHead.of(row.getString(2), row.getString(3));
          heads.merge(row.getString(1), trail, AuditHead::plus);
        },
        TRAILS);
    SqliteHeads.add(sql, heads);
    hashRows(connection);
  }

  private static void hashRows(Connection connection) throws SQLException {
    SQLiteConnection sqlite = connection.unwrap(SQLiteConnection.class);
    Function.create(sqlite, ROW_HASH, new Hashing());
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(HASH_ROWS);
    } finally {
      Function.destroy(sqlite, ROW_HASH);
    }
  }

  private static final class Hashing extends Function {

    private static final int BLOB = 4;
    private static final int NULL = 5;

    @Override
    protected void xFunc() throws SQLException {
      @Nullable Object[] columns = new Object[args()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = column(i);
      }
      result(RowHash.of(columns));
    }

    private @Nullable Object column(int index) throws SQLException {
      return switch (value_type(index)) {
        case NULL -> null;
        case BLOB -> value_blob(index);
        default -> value_text(index);
      };
    }
  }
}
