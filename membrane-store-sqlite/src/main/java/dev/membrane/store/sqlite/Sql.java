package dev.membrane.store.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statements of the writing connection, prepared once. Plain JDBC: one commit runs some twenty
 * statements of a few microseconds each, and Jdbi would double that. Used by the writer's thread
 * only.
 */
final class Sql implements AutoCloseable {

  private final Connection connection;
  private final Map<String, PreparedStatement> statements = new HashMap<>();

  /** Reads one row. */
  @FunctionalInterface
  interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  Sql(Connection connection) {
    this.connection = connection;
  }

  /** Runs a statement; answers how many rows it changed. */
  int update(String sql, @Nullable Object... values) throws SQLException {
    return bound(sql, values).executeUpdate();
  }

  /** The first row of a query, or null. */
  <T> @Nullable T first(Row<T> row, String sql, @Nullable Object... values) throws SQLException {
    try (ResultSet rows = bound(sql, values).executeQuery()) {
      return rows.next() ? row.read(rows) : null;
    }
  }

  /** All rows of a query. */
  <T> List<T> all(Row<T> row, String sql, @Nullable Object... values) throws SQLException {
    List<T> all = new ArrayList<>();
    try (ResultSet rows = bound(sql, values).executeQuery()) {
      while (rows.next()) {
        all.add(row.read(rows));
      }
    }
    return all;
  }

  @Override
  public void close() throws SQLException {
    for (PreparedStatement statement : statements.values()) {
      statement.close();
    }
    statements.clear();
    connection.close();
  }

  private PreparedStatement bound(String sql, @Nullable Object... values) throws SQLException {
    PreparedStatement statement = statements.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      statements.put(sql, statement);
    }
    for (int i = 0; i < values.length; i++) {
      bind(statement, i + 1, values[i]);
    }
    return statement;
  }

  private static void bind(PreparedStatement statement, int index, @Nullable Object value)
      throws SQLException {
    if (value instanceof Long number) {
      statement.setLong(index, number);
    } else if (value instanceof Integer number) {
      statement.setInt(index, number);
    } else if (value instanceof Double number) {
      statement.setDouble(index, number);
    } else if (value instanceof Boolean truth) {
      statement.setInt(index, truth ? 1 : 0);
    } else {
      statement.setString(index, (String) value);
    }
  }
}
