package dev.membrane.store.jdbc.internal.session;

import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.ResultIterator;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Rows that Jdbi reads.
 *
 * @param handle within a transaction
 */
public record JdbiRows(Handle handle, Dialect dialect) implements ReadTransaction {

  /** The most rows that are in memory at once. */
  private static final int FETCHED = 2_500;

  /** The same where few may be enough. */
  private static final int FEW = 512;

  @Override
  public int update(String sql, @Nullable Object... values) {
    return handle.execute(dialect.sql(sql), values);
  }

  @Override
  public void each(RowVisitor look, String sql, Map<String, ?> values) {
    query(sql, values, FETCHED)
        .map(
            (row, context) -> {
              look.at(row);
              return true;
            })
        .forEach(seen -> {});
  }

  @Override
  public void until(Enough enough, String sql, Map<String, ?> values) {
    try (ResultIterator<Boolean> rows =
        query(sql, values, FEW).map((row, context) -> enough.at(row)).iterator()) {
      while (rows.hasNext() && !rows.next()) {
        // The next one is looked at.
      }
    }
  }

  private Query query(String sql, Map<String, ?> values, int fetched) {
    Query query = handle.createQuery(dialect.sql(sql)).setFetchSize(fetched);
    values.forEach(query::bind);
    return query;
  }
}
