package dev.membrane.store.jdbc.internal.dialect;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is read within one transaction. Statements are those that a {@link Dialect} writes, with
 * named parameters. Used by one thread at a time.
 */
public interface ReadTransaction {

  /** The database's. */
  Dialect dialect();

  /**
   * Runs a statement, whose parameters are bound in order and which may be one of the transaction;
   * answers how many rows it changed.
   *
   * @throws SQLException as {@link #each}
   */
  int update(String sql, @Nullable Object... values) throws SQLException;

  /**
   * Looks at each row of a query.
   *
   * @throws SQLException if the database fails; or a {@link org.jdbi.v3.core.JdbiException}
   */
  void each(RowVisitor look, String sql, Map<String, ?> values) throws SQLException;

  /**
   * Looks at the rows of a query until it is enough, which is soon; the others need not be read.
   * Fails as {@link #each}.
   */
  void until(Enough enough, String sql, Map<String, ?> values) throws SQLException;

  /** Looks at each row of a query without parameters, failing as the other. */
  default void each(RowVisitor look, String sql) throws SQLException {
    each(look, sql, Map.of());
  }

  /** All rows of a query, failing as {@link #each}. */
  default <T> List<T> all(RowParser<T> row, String sql, Map<String, ?> values) throws SQLException {
    List<T> all = new ArrayList<>();
    each(found -> all.add(row.read(found)), sql, values);
    return all;
  }

  /** All rows of a query by their keys, of equal ones the last, failing as {@link #each}. */
  default <K, V> Map<K, V> map(
      RowParser<K> key, RowParser<V> value, String sql, Map<String, ?> values) throws SQLException {
    Map<K, V> map = new HashMap<>();
    each(found -> map.put(key.read(found), value.read(found)), sql, values);
    return map;
  }

  /** Looks at a row. */
  @FunctionalInterface
  interface RowVisitor {
    /** Once for each row. */
    void at(ResultSet row) throws SQLException;
  }

  /** Looks at rows until it is enough. */
  @FunctionalInterface
  interface Enough {
    /** Looks at a row; answers whether no other is needed. */
    boolean at(ResultSet row) throws SQLException;
  }

  /** Reads a row. */
  @FunctionalInterface
  interface RowParser<T> {
    /** What the row is. */
    T read(ResultSet row) throws SQLException;
  }
}
