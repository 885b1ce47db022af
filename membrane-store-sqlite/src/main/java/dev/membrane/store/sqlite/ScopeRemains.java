package dev.membrane.store.sqlite;

import java.sql.SQLException;

/** What a file has that only the key of a scope decrypts. */
final class ScopeRemains {

  // Entries of type delete are encrypted with the key of the store.
  private static final String ANY =
      """
      SELECT EXISTS (
          SELECT 1 FROM space s JOIN memory m INDEXED BY arrival_by_space ON m.space = s.id
          WHERE s.scope = ?1)
        OR EXISTS (SELECT 1 FROM moved_from WHERE scope = ?1)
        OR EXISTS (SELECT 1 FROM run WHERE scope = ?1)
        OR EXISTS (
          SELECT 1 FROM tombstone t JOIN version v ON v.rid = t.rid
          WHERE t.scope = ?1 AND v.delta <> '!')
        OR EXISTS (
          SELECT 1 FROM tombstone t JOIN former_vector f ON f.rid = t.rid WHERE t.scope = ?1)
        OR EXISTS (
          SELECT 1 FROM tombstone t JOIN audit a ON a.rid = t.rid
          WHERE t.scope = ?1 AND a.action <> 'delete' AND (a.nonce <> '' OR a.rationale <> ''))
      """;

  private ScopeRemains() {}

  /**
   * Whether there is anything.
   *
   * @param scope as columns have it
   */
  static boolean areThere(Connections connections, String scope) throws SQLException {
    Sql sql = new Sql(connections.reading());
    try {
      Integer any = sql.first(row -> row.getInt(1), ANY, scope);
      return any == null || any > 0;
    } finally {
      sql.close();
    }
  }
}
