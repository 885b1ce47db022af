package dev.membrane.store.postgres;

import dev.membrane.spi.ConflictException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statements of the writing connection. What nobody waits for is kept back and sent together, a
 * batch for each group of tables, as every answer from the server costs more than the statement.
 * Whatever is asked at once sees all that was said before. The driver keeps the statements
 * prepared. Used by one thread at a time.
 */
final class Sql {

  /** Groups whose statements do not depend on those of the groups after them. */
  enum Group {
    KEY,
    QUEUE,
    MEMORY,
    DOCUMENT,
    POSTING,
    EMBEDDING,
    AUDIT
  }

  private final Connection connection;
  private final Map<Group, List<Later>> later = new EnumMap<>(Group.class);

  /** Reads one row. */
  @FunctionalInterface
  interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  private record Later(
      String sql, @Nullable String conflict, boolean isRow, List<@Nullable Object> values) {}

  Sql(Connection connection) {
    this.connection = connection;
  }

  Connection connection() {
    return connection;
  }

  /** Runs a statement some time before the next that is run at once, or {@link #flush}. */
  void later(Group group, String sql, @Nullable Object... values) {
    add(group, new Later(sql, null, false, Arrays.asList(values)));
  }

  /**
   * As {@link #later}, for a statement that takes many rows: an array for each column, of texts or
   * of numbers. It runs once for all that follow each other.
   */
  void row(Group group, String sql, @Nullable Object... values) {
    add(group, new Later(sql, null, true, Arrays.asList(values)));
  }

  /** As {@link #later}, for a statement that is a conflict if it changes no row. */
  void expect(Group group, String conflict, String sql, @Nullable Object... values) {
    add(group, new Later(sql, conflict, false, Arrays.asList(values)));
  }

  /** Runs a statement; answers how many rows it changed. */
  int update(String sql, @Nullable Object... values) throws SQLException {
    flush();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, Arrays.asList(values));
      return statement.executeUpdate();
    }
  }

  /** The first row of a query, or null. */
  <T> @Nullable T first(Row<T> row, String sql, @Nullable Object... values) throws SQLException {
    List<T> rows = all(row, sql, values);
    return rows.isEmpty() ? null : rows.get(0);
  }

  /** All rows of a query. */
  <T> List<T> all(Row<T> row, String sql, @Nullable Object... values) throws SQLException {
    flush();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, Arrays.asList(values));
      List<T> all = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          all.add(row.read(rows));
        }
      }
      return all;
    }
  }

  /**
   * Sends what was kept back.
   *
   * @throws ConflictException if an expected row was not there
   */
  void flush() throws SQLException {
    if (later.isEmpty()) {
      return;
    }
    Map<Group, List<Later>> all = new EnumMap<>(later);
    later.clear();
    for (List<Later> group : all.values()) {
      run(group);
    }
  }

  /** Drops what was kept back. */
  void forget() {
    later.clear();
  }

  private void add(Group group, Later statement) {
    later.computeIfAbsent(group, first -> new ArrayList<>()).add(statement);
  }

  private void run(List<Later> statements) throws SQLException {
    int start = 0;
    while (start < statements.size()) {
      int end = start + 1;
      while (end < statements.size() && isSame(statements.get(end), statements.get(start))) {
        end++;
      }
      runBatch(statements.subList(start, end));
      start = end;
    }
  }

  private static boolean isSame(Later one, Later other) {
    return one.sql().equals(other.sql());
  }

  private void runBatch(List<Later> batch) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(batch.get(0).sql())) {
      if (batch.get(0).isRow()) {
        bind(statement, columns(batch));
        statement.executeUpdate();
        return;
      }
      for (Later one : batch) {
        bind(statement, one.values());
        statement.addBatch();
      }
      int[] changed = statement.executeBatch();
      for (int i = 0; i < changed.length; i++) {
        String conflict = batch.get(i).conflict();
        if (conflict != null && changed[i] == 0) {
          throw new ConflictException(conflict);
        }
      }
    }
  }

  private static List<@Nullable Object> columns(List<Later> rows) {
    List<@Nullable Object> columns = new ArrayList<>();
    for (int i = 0; i < rows.get(0).values().size(); i++) {
      columns.add(column(rows, i));
    }
    return columns;
  }

  private static Object column(List<Later> rows, int index) {
    List<@Nullable Object> values = new ArrayList<>();
    rows.forEach(row -> values.add(row.values().get(index)));
    return values.get(0) instanceof Long
        ? values.toArray(Long[]::new)
        : values.toArray(String[]::new);
  }

  private void bind(PreparedStatement statement, List<@Nullable Object> values)
      throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      bind(statement, i + 1, values.get(i));
    }
  }

  private void bind(PreparedStatement statement, int index, @Nullable Object value)
      throws SQLException {
    if (value instanceof Long number) {
      statement.setLong(index, number);
    } else if (value instanceof Integer number) {
      statement.setInt(index, number);
    } else if (value instanceof Double number) {
      statement.setDouble(index, number);
    } else if (value instanceof Boolean truth) {
      statement.setBoolean(index, truth);
    } else if (value instanceof byte[] bytes) {
      statement.setBytes(index, bytes);
    } else if (value instanceof String[] texts) {
      statement.setArray(index, connection.createArrayOf("text", texts));
    } else if (value instanceof Long[] numbers) {
      statement.setArray(index, connection.createArrayOf("bigint", numbers));
    } else if (value == null) {
      statement.setNull(index, Types.NULL);
    } else {
      statement.setString(index, (String) value);
    }
  }
}
