package dev.membrane.store.jdbc;

import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/**
 * Rows that Jdbi reads.
 *
 * @param handle within a transaction
 */
public record JdbiRows(Handle handle, Dialect dialect) implements Rows {

  /** The most rows that are in memory at once. */
  private static final int FETCHED = 1_000;

  @Override
  public void each(Look look, String sql, Map<String, ?> values) {
    Query query = dialect.fetching(handle.createQuery(dialect.sql(sql)), FETCHED);
    values.forEach(query::bind);
    query
        .map(
            (row, context) -> {
              look.at(row);
              return true;
            })
        .forEach(seen -> {});
  }
}
