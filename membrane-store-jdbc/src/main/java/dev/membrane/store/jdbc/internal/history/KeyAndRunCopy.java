package dev.membrane.store.jdbc.internal.history;

import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.history.HistoryCopy.CopyPart;
import dev.membrane.store.jdbc.internal.runs.FormerRuns;
import dev.membrane.store.jdbc.internal.runs.FormerRuns.FormerRun;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import dev.membrane.store.jdbc.internal.table.FormerKeys;
import dev.membrane.store.jdbc.internal.table.FormerKeys.FormerKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Copies the former states of keys and kept runs to a copy of their database that is encrypted.
 *
 * @param scope the scope whose key encrypts a run, by its column
 */
record KeyAndRunCopy(WriteTransaction from, WriteTransaction to, UnaryOperator<String> scope) {

  private static final int PAGE = 1_000;

  private static final String KEYS =
      """
      SELECT {text k.name}, k.value, k.owner, k.until, k.name FROM former_key k
      WHERE (k.name, k.until) > (?, ?) ORDER BY k.name, k.until LIMIT ?
      """;

  private static final String RUNS =
      """
      SELECT {text f.id}, f.scope, f.level, f.at, f.words, f.tools, f.groups, f.until, f.id
      FROM former_run f
      WHERE (f.id, f.until) > (?, ?) ORDER BY f.id, f.until LIMIT ?
      """;

  /** Runs a part of the work in a transaction of its own. */
  @FunctionalInterface
  interface PartRunner {
    void run(CopyPart part) throws SQLException;
  }

  /**
   * What was read of a row.
   *
   * @param place the name or id as the primary key has it
   */
  private record Copied<T>(T row, long until, String place) {}

  /** Reads a page of rows after one of them. */
  @FunctionalInterface
  private interface PageReader<T> {
    List<Copied<T>> after(String place, long until) throws SQLException;
  }

  /** Writes a row to the copy. */
  @FunctionalInterface
  private interface RowWriter<T> {
    void write(T row, long until) throws SQLException;
  }

  void copy(PartRunner runner) throws SQLException {
    Dialect dialect = from.dialect();
    copy(
        runner,
        (name, until) -> from.all(row -> key(row, dialect), KEYS, name, until, PAGE),
        (key, until) -> FormerKeys.keep(to, key, until));
    copy(
        runner,
        (id, until) -> from.all(row -> run(row, dialect), RUNS, id, until, PAGE),
        (run, until) ->
            FormerRuns.keep(to, run.sealed(scope.apply(run.scope()), to.dialect()), until));
  }

  private static <T> void copy(PartRunner runner, PageReader<T> reader, RowWriter<T> writer)
      throws SQLException {
    List<Copied<T>> page = reader.after("", Long.MIN_VALUE);
    while (!page.isEmpty()) {
      List<Copied<T>> rows = page;
      runner.run(
          () -> {
            for (Copied<T> row : rows) {
              writer.write(row.row(), row.until());
            }
          });
      Copied<T> last = page.get(page.size() - 1);
      page = reader.after(last.place(), last.until());
    }
  }

  private static Copied<FormerKey> key(ResultSet row, Dialect dialect) throws SQLException {
    return new Copied<>(FormerKey.read(row, dialect), row.getLong(4), row.getString(5));
  }

  private static Copied<FormerRun> run(ResultSet row, Dialect dialect) throws SQLException {
    return new Copied<>(FormerRun.read(row, dialect), row.getLong(8), row.getString(9));
  }
}
