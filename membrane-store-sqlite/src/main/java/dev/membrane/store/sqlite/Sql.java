package dev.membrane.store.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statements of a connection, prepared once. Plain JDBC: a commit runs some twenty statements
 * of a few microseconds each, and Jdbi would double that. Parameters are bound in the order in
 * which they first occur. Used by one thread at a time.
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
    return run(sql, PreparedStatement::executeUpdate, values);
  }

  /** The first row of a query, or null. */
  <T> @Nullable T first(Row<T> row, String sql, @Nullable Object... values) throws SQLException {
    List<T> rows = all(row, sql, values);
    return rows.isEmpty() ? null : rows.get(0);
  }

  /** Looks at a row. */
  @FunctionalInterface
  interface Look {
    void at(ResultSet row) throws SQLException;
  }

  /** Looks at each row of a query. */
  void each(Look look, String sql, @Nullable Object... values) throws SQLException {
    run(
        sql,
        statement -> {
          try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
              look.at(rows);
            }
          }
          return true;
        },
        values);
  }

  /** All rows of a query. */
  <T> List<T> all(Row<T> row, String sql, @Nullable Object... values) throws SQLException {
    return run(sql, statement -> read(statement, row), values);
  }

  /** Sets something of the connection. Pragmas take effect as they are prepared, thus each time. */
  void pragma(String pragma) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA " + pragma);
    }
  }

  /** Closes the connection, which undoes a transaction that is still open. */
  @Override
  public void close() throws SQLException {
    statements.clear();
    connection.close();
  }

  private interface Action<T> {
    T on(PreparedStatement statement) throws SQLException;
  }

  private <T> T run(String sql, Action<T> action, @Nullable Object... values) throws SQLException {
    PreparedStatement statement = prepared(sql);
    boolean done = false;
    try {
      for (int i = 0; i < values.length; i++) {
        bind(statement, i + 1, values[i]);
      }
      T answer = action.on(statement);
      done = true;
      return answer;
    } finally {
      if (!done) {
        // The driver gives up a statement that has failed.
        statements.remove(sql);
      }
    }
  }

  private PreparedStatement prepared(String sql) throws SQLException {
    PreparedStatement statement = statements.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      statements.put(sql, statement);
    }
    return statement;
  }

  private static <T> List<T> read(PreparedStatement statement, Row<T> row) throws SQLException {
    List<T> all = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        all.add(row.read(rows));
      }
    }
    return all;
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
    } else if (value instanceof byte[] bytes) {
      statement.setBytes(index, bytes);
    } else {
      statement.setString(index, (String) value);
    }
  }
}
