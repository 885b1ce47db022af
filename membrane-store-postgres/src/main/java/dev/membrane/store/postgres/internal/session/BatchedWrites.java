package dev.membrane.store.postgres.internal.session;

import dev.membrane.spi.commit.ConflictException;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.session.JdbiRows;
import dev.membrane.store.jdbc.internal.session.WriteSet;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import dev.membrane.store.postgres.internal.database.Database;
import dev.membrane.store.postgres.internal.database.JdbiSettings;
import dev.membrane.store.postgres.internal.database.SqlStates;
import dev.membrane.store.postgres.internal.dialect.PostgresDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/**
 * Keeps back the statements whose result nobody waits for and sends them together, a batch for each
 * group of tables, since every round trip to the server costs more than the statement. The driver
 * keeps the statements prepared.
 *
 * <p>The writers of a scope take turns, whatever their node: see {@link ScopeLocks}.
 */
public final class BatchedWrites implements WriteTransaction {

  private final Handle handle;
  private final ScopeLocks locks;
  private final PostgresDialect dialect;
  private final Map<Numbered, Deque<Long>> numbers = new EnumMap<>(Numbered.class);
  private final Map<WriteGroup, List<Later>> later = new EnumMap<>(WriteGroup.class);

  private record Later(
      String sql, @Nullable Conflict conflict, boolean isRow, List<@Nullable Object> values) {}

  /** Something that Jdbi does. */
  @FunctionalInterface
  private interface JdbiWork<T> {
    T run() throws SQLException;
  }

  /** Takes over a connection to a database. */
  public BatchedWrites(Connection connection, Database database, PostgresDialect dialect) {
    this.handle = JdbiSettings.given(Jdbi.create(connection)).open();
    this.locks = new ScopeLocks(database.lock());
    this.dialect = dialect;
  }

  @Override
  public void begin(Supplier<WriteSet> writeSet) throws SQLException {
    numbers.clear();
    locks.take(this, writeSet.get(), (of, number) -> numbersOf(of).add(number));
    // A statement of its own, which sees what others have done before they gave up the locks.
    dialect.begin(this);
  }

  @Override
  public long number(Numbered of) {
    return numbersOf(of).remove();
  }

  private Deque<Long> numbersOf(Numbered of) {
    return numbers.computeIfAbsent(of, first -> new ArrayDeque<>());
  }

  @Override
  public void lockShared() throws SQLException {
    update("LOCK TABLE lane IN SHARE ROW EXCLUSIVE MODE");
  }

  @Override
  public void rollBack() throws SQLException {
    handle.getConnection().rollback();
  }

  @Override
  public void commit() throws SQLException {
    handle.getConnection().commit();
  }

  @Override
  public void close() throws SQLException {
    handle.getConnection().close();
  }

  @Override
  public boolean isLost(SQLException failure) {
    return SqlStates.isOfTransaction(failure);
  }

  @Override
  public Dialect dialect() {
    return dialect;
  }

  @Override
  public void later(WriteGroup group, String sql, @Nullable Object... values) {
    add(group, new Later(sql, null, false, Arrays.asList(WriteTransaction.flat(values))));
  }

  /** The statement takes an array for each column, and runs once for all that follow each other. */
  @Override
  public void row(WriteGroup group, String sql, @Nullable Object... values) {
    add(group, new Later(sql, null, true, Arrays.asList(WriteTransaction.flat(values))));
  }

  @Override
  public void expect(WriteGroup group, Conflict conflict, String sql, @Nullable Object... values) {
    add(group, new Later(sql, conflict, false, Arrays.asList(WriteTransaction.flat(values))));
  }

  @Override
  public int update(String sql, @Nullable Object... values) throws SQLException {
    flush();
    return run(() -> execute(sql, Arrays.asList(WriteTransaction.flat(values))));
  }

  @Override
  public void each(RowVisitor look, String sql, Map<String, ?> values) throws SQLException {
    flush();
    run(
        () -> {
          new JdbiRows(handle, dialect()).each(look, sql, values);
          return true;
        });
  }

  @Override
  public void until(Enough enough, String sql, Map<String, ?> values) throws SQLException {
    flush();
    run(
        () -> {
          new JdbiRows(handle, dialect()).until(enough, sql, values);
          return true;
        });
  }

  @Override
  public <T> List<T> all(RowParser<T> row, String sql, @Nullable Object... values)
      throws SQLException {
    flush();
    return run(
        () ->
            bound(
                    handle.createQuery(dialect().sql(sql)),
                    Arrays.asList(WriteTransaction.flat(values)))
                .map((found, context) -> row.read(found))
                .list());
  }

  @Override
  public void flush() throws SQLException {
    if (later.isEmpty()) {
      return;
    }
    Map<WriteGroup, List<Later>> all = new EnumMap<>(later);
    later.clear();
    for (List<Later> group : all.values()) {
      run(group);
    }
  }

  @Override
  public void forget() {
    later.clear();
  }

  /** What failed is told as the driver tells it. */
  private static <T> T run(JdbiWork<T> work) throws SQLException {
    try {
      return work.run();
    } catch (JdbiException failure) {
      throw failure.getCause() instanceof SQLException cause ? cause : new SQLException(failure);
    }
  }

  private void add(WriteGroup group, Later statement) {
    later.computeIfAbsent(group, first -> new ArrayList<>()).add(statement);
  }

  private void run(List<Later> statements) throws SQLException {
    int start = 0;
    while (start < statements.size()) {
      int end = start + 1;
      while (end < statements.size()
          && statements.get(end).sql().equals(statements.get(start).sql())) {
        end++;
      }
      runBatch(statements.subList(start, end));
      start = end;
    }
  }

  private void runBatch(List<Later> batch) throws SQLException {
    Later first = batch.get(0);
    if (first.isRow()) {
      run(() -> execute(first.sql(), columns(batch)));
      return;
    }
    PreparedBatch statement = handle.prepareBatch(dialect().sql(first.sql()));
    batch.forEach(one -> bound(statement, one.values()).add());
    int[] changed = run(statement::execute);
    for (int i = 0; i < changed.length; i++) {
      Conflict conflict = batch.get(i).conflict();
      if (conflict != null && changed[i] == 0) {
        throw new ConflictException(conflict.message());
      }
    }
  }

  private int execute(String sql, List<@Nullable Object> values) {
    return bound(handle.createUpdate(dialect().sql(sql)), values).execute();
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

  private static <S extends SqlStatement<S>> S bound(S statement, List<@Nullable Object> values) {
    for (int i = 0; i < values.size(); i++) {
      statement.bind(i, argument(values.get(i)));
    }
    return statement;
  }

  private static @Nullable Object argument(@Nullable Object value) {
    if (value instanceof String[] texts) {
      return PostgresDialect.array("text", texts);
    }
    return value instanceof Long[] numbers ? PostgresDialect.array("bigint", numbers) : value;
  }
}
