package dev.membrane.store.jdbc.internal.table;

import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the words of records that are visible together: for each scope and level, and, unless the
 * store sums up, for each level over all scopes. Unscoped records are counted once, since everybody
 * sees them. For the writer.
 */
public final class Pools {

  private static final String FIND =
      "SELECT id FROM pool WHERE whole = ? AND scope = ? AND level = ?";

  private static final String ADD_POOL =
      """
      INSERT INTO pool (whole, scope, level, records, length) VALUES (?, ?, ?, 0, 0) RETURNING id
      """;

  private static final String ADD_TO_POOL =
      "UPDATE pool SET records = records + ?, length = length + ? WHERE id = ?";

  private final WriteTransaction sql;
  private final DatabaseWrites database;
  private final RecentIds<PoolOwner> recent = new RecentIds<>();

  private record PoolOwner(boolean whole, String scope, int level) {}

  public Pools(WriteTransaction sql, DatabaseWrites database) {
    this.sql = sql;
    this.database = database;
  }

  /** Notes that a record comes (1) or goes (-1). */
  public void count(
      String scope, int level, int sign, int length, List<String> terms, SharedChanges shared)
      throws SQLException {
    boolean isCountedTwice = !scope.isEmpty() && sql.dialect().countsAllScopes();
    Long whole = isCountedTwice ? (Long) idOf(true, "", level) : null;
    shared.count(idOf(false, scope, level), whole, sign, length, terms);
  }

  /** Writes what was noted. */
  public void write(SharedChanges shared) throws SQLException {
    shared.sumUp();
    for (Map.Entry<Long, SharedChanges.PoolDelta> pool : shared.pools().entrySet()) {
      SharedChanges.PoolDelta delta = pool.getValue();
      sql.later(
          WriteTransaction.WriteGroup.POSTING,
          ADD_TO_POOL,
          delta.records(),
          delta.length(),
          pool.getKey());
    }
    database.count(shared.words());
  }

  /** What was looked up may have been rolled back. */
  public void forget() {
    recent.clear();
  }

  /** The pool of a scope (or, with an empty one, of all) and a level, made if it is new. */
  public long idOf(boolean whole, String scope, int level) throws SQLException {
    return recent.idOf(
        new PoolOwner(whole, scope, level),
        whole,
        sql,
        owner -> find(FIND, owner),
        owner -> find(ADD_POOL, owner));
  }

  private @Nullable Long find(String query, PoolOwner kind) throws SQLException {
    return sql.first(
        row -> row.getLong(1),
        query,
        kind.whole(),
        sql.dialect().keyOfScope(kind.scope()),
        kind.level());
  }
}
