package dev.membrane.store.jdbc.internal.history;

import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import dev.membrane.store.jdbc.internal.session.WriteTransaction.WriteGroup;
import java.sql.SQLException;
import java.util.List;

/**
 * The former states of records: their numbers, and by which {@link Delta} their documents are made
 * from those of the versions after them. For the writer. Stateless and thread-safe.
 */
public final class VersionTable {

  /** Stands for a delta if the content was erased. */
  public static final String ERASED = "!";

  private static final String KEEP =
      """
      INSERT INTO version (
        rid, version, until, audits, updated_at, last_reinforced_at, s0, t0, delta, row_hash)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private static final String DELETE = "DELETE FROM version WHERE rid = ?";

  private static final String ERASE =
      """
      UPDATE version SET delta = '!', row_hash = ''
      WHERE rid = (SELECT m.rid FROM memory m WHERE m.id = ?)
      """;

  private static final String DELETE_GONE =
      "DELETE FROM version WHERE rid = (SELECT t.rid FROM tombstone t WHERE t.id = ?)";

  private VersionTable() {}

  /** Keeps a state that ends. */
  public static void keep(WriteTransaction sql, FormerState state) throws SQLException {
    sql.later(
        WriteGroup.VERSION,
        KEEP,
        state.rid(),
        state.version(),
        state.until(),
        state.audits(),
        state.updatedAt(),
        state.lastReinforcedAt(),
        state.s0(),
        state.t0(),
        state.delta(),
        state.hash());
  }

  public static void delete(WriteTransaction sql, long rid) throws SQLException {
    sql.later(WriteGroup.VERSION, DELETE, rid);
  }

  /**
   * Removes the content of all versions of some records, and the versions of those that are gone.
   */
  public static void erase(WriteTransaction sql, List<String> ids) throws SQLException {
    // The same statement for all of them is sent at once.
    for (String statement : List.of(ERASE, DELETE_GONE)) {
      for (String id : ids) {
        sql.later(WriteGroup.VERSION, statement, sql.dialect().key(id));
      }
    }
  }
}
