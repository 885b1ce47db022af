package dev.membrane.store.jdbc.internal.audit;

import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import java.sql.SQLException;
import java.util.Map;

/** What a database has that only the key of a scope decrypts. */
public final class ScopeRemains {

  // Entries of type delete are encrypted with the key of the store.
  private static final String ANY =
      """
      SELECT EXISTS (
          SELECT 1 FROM space s JOIN memory m {using arrival_by_space} ON m.space = s.id
          WHERE s.scope = :key)
        OR EXISTS (SELECT 1 FROM moved_from WHERE scope = :key)
        OR EXISTS (SELECT 1 FROM pool p JOIN run r ON r.pool = p.id WHERE p.scope = :key)
        OR EXISTS (
          SELECT 1 FROM tombstone t JOIN version v ON v.rid = t.rid
          WHERE t.scope = :column AND v.delta <> '!')
        OR EXISTS (
          SELECT 1 FROM tombstone t JOIN former_vector f ON f.rid = t.rid WHERE t.scope = :column)
        OR EXISTS (SELECT 1 FROM former_run WHERE scope = :column)
        OR EXISTS (
          SELECT 1 FROM tombstone t JOIN audit a ON a.rid = t.rid
          WHERE t.scope = :column AND a.action <> 'delete' AND (a.nonce <> '' OR a.rationale <> ''))
      """;

  private ScopeRemains() {}

  /**
   * Whether there is anything.
   *
   * @param key of the scope, as the tables of scopes have it
   * @param column of the scope, as other tables have it
   */
  public static boolean areThere(ReadTransaction rows, String key, String column)
      throws SQLException {
    return rows.all(row -> row.getBoolean(1), ANY, Map.of("key", key, "column", column)).get(0);
  }
}
