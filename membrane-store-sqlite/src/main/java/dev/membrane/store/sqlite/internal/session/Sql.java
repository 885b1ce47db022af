package dev.membrane.store.sqlite.internal.session;

import dev.membrane.spi.commit.ConflictException;
import dev.membrane.store.jdbc.internal.session.WriteSet;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import dev.membrane.store.sqlite.internal.dialect.SqliteDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The statements of a connection, prepared once. Plain JDBC: a commit runs some twenty statements
 * of a few microseconds each, and Jdbi would double that. Parameters without names are bound in the
 * order in which they first occur. Used by one thread at a time.
 */
public final class Sql implements WriteTransaction {

  private static final Pattern NAME = Pattern.compile(":(\\w+)");

  private static final String NEXT_RECORD =
      """
      SELECT 1 + max(rid) FROM (
        SELECT 0 AS rid
        UNION ALL SELECT max(rid) FROM memory
        UNION ALL SELECT max(rid) FROM tombstone) AS numbers
      """;

  private static final String NEXT_RUN = "SELECT 1 + coalesce(max(number), 0) FROM run";

  private final Connection connection;
  private final SqliteDialect dialect;
  private final Map<Numbered, Long> next = new EnumMap<>(Numbered.class);
  private final Map<String, Prepared> statements = new HashMap<>();

  /**
   * A statement, and the numbers of its named parameters.
   *
   * @param numbers by name: SQLite counts names as they first occur
   */
  private record Prepared(PreparedStatement statement, Map<String, Integer> numbers) {}

  /** Statements that read and write texts as they are. */
  public Sql(Connection connection) {
    this(connection, SqliteDialect.PLAIN);
  }

  public Sql(Connection connection, SqliteDialect dialect) {
    this.connection = connection;
    this.dialect = dialect;
  }

  @Override
  public void begin(Supplier<WriteSet> writeSet) throws SQLException {
    update("BEGIN IMMEDIATE");
  }

  /** There is but one writer: the numbers follow each other, and are known once one is. */
  @Override
  public long number(Numbered of) throws SQLException {
    long number = next(of);
    next.put(of, number + 1);
    return number;
  }

  private long next(Numbered of) throws SQLException {
    Long known = next.get(of);
    return known != null ? known : firstNumber(of == Numbered.RECORD ? NEXT_RECORD : NEXT_RUN);
  }

  @Override
  public void rollBack() throws SQLException {
    update("ROLLBACK");
  }

  @Override
  public void commit() throws SQLException {
    update("COMMIT");
  }

  /** A lost transaction shows when something of it is undone. */
  @Override
  public boolean isLost(SQLException failure) {
    return false;
  }

  @Override
  public void expect(WriteGroup group, Conflict conflict, String sql, @Nullable Object... values)
      throws SQLException {
    if (update(sql, values) == 0) {
      throw new ConflictException(conflict.message());
    }
  }

  /** Nothing is kept back, but numbers may have been given to what is undone. */
  @Override
  public void forget() {
    next.clear();
  }

  @Override
  public int update(String sql, @Nullable Object... values) throws SQLException {
    return run(sql, prepared -> bound(prepared, values).executeUpdate());
  }

  @Override
  public SqliteDialect dialect() {
    return dialect;
  }

  @Override
  public void each(RowVisitor look, String sql, Map<String, ?> values) throws SQLException {
    until(
        row -> {
          look.at(row);
          return false;
        },
        sql,
        values);
  }

  @Override
  public void until(Enough enough, String sql, Map<String, ?> values) throws SQLException {
    run(
        sql,
        prepared -> {
          for (Map.Entry<String, ?> value : values.entrySet()) {
            bind(prepared.statement(), number(prepared, value.getKey()), value.getValue());
          }
          try (ResultSet rows = prepared.statement().executeQuery()) {
            while (rows.next() && !enough.at(rows)) {
              // The next one is looked at.
            }
          }
          return true;
        });
  }

  private static int number(Prepared prepared, String name) {
    return Objects.requireNonNull(prepared.numbers().get(name), name);
  }

  /** Looks at each row of a query. */
  public void each(RowVisitor look, String sql, @Nullable Object... values) throws SQLException {
    run(sql, prepared -> look(bound(prepared, values), look));
  }

  private static boolean look(PreparedStatement statement, RowVisitor look) throws SQLException {
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        look.at(rows);
      }
    }
    return true;
  }

  @Override
  public <T> List<T> all(RowParser<T> row, String sql, @Nullable Object... values)
      throws SQLException {
    List<T> all = new ArrayList<>();
    each(found -> all.add(row.read(found)), sql, values);
    return all;
  }

  /** Sets something of the connection. Pragmas take effect as they are prepared, thus each time. */
  public void pragma(String pragma) throws SQLException {
    script("PRAGMA " + pragma);
  }

  /** Runs some statements, which are not kept. */
  public void script(String statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(statements);
    }
  }

  @Override
  public void close() throws SQLException {
    statements.clear();
    connection.close();
  }

  private interface Action<T> {
    T on(Prepared prepared) throws SQLException;
  }

  private <T> T run(String sql, Action<T> action) throws SQLException {
    Prepared prepared = prepared(sql);
    try {
      return action.on(prepared);
    } catch (Throwable failure) {
      // The driver gives up a statement that has failed.
      statements.remove(sql);
      throw failure;
    }
  }

  private Prepared prepared(String sql) throws SQLException {
    Prepared prepared = statements.get(sql);
    if (prepared == null) {
      String written = dialect().sql(sql);
      prepared = new Prepared(connection.prepareStatement(written), numbers(written));
      statements.put(sql, prepared);
    }
    return prepared;
  }

  private static Map<String, Integer> numbers(String sql) {
    Map<String, Integer> numbers = new HashMap<>();
    NAME.matcher(sql)
        .results()
        .forEach(found -> numbers.putIfAbsent(found.group(1), numbers.size() + 1));
    return numbers;
  }

  private static PreparedStatement bound(Prepared prepared, @Nullable Object... values)
      throws SQLException {
    int index = 1;
    for (Object value : WriteTransaction.flat(values)) {
      bind(prepared.statement(), index, value);
      index++;
    }
    return prepared.statement();
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
