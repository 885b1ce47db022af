package dev.membrane.store.jdbc.internal.search;

import dev.membrane.spi.search.Filter;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.filter.Conditions;
import dev.membrane.store.jdbc.internal.filter.OrderedRows;
import dev.membrane.store.jdbc.internal.filter.RecordOrder;
import dev.membrane.store.jdbc.internal.filter.Space;
import dev.membrane.store.jdbc.internal.filter.Space.By;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Spaces, the conditions on their records, and a way to ask for candidates among them. The SQL of
 * the rankings names {@code <space>} where the column that names the spaces belongs, {@code
 * <columns>} and {@code <conditions>}.
 *
 * @param by the column of all the spaces
 */
public record CandidateQuery(
    ReadTransaction rows, Filter filter, By by, List<Space> spaces, Conditions conditions) {

  Dialect dialect() {
    return rows.dialect();
  }

  CandidateQuery where(Predicate<Space> wanted) {
    return new CandidateQuery(
        rows, filter, by, spaces.stream().filter(wanted).toList(), conditions);
  }

  /** For records that are found by their words. */
  CandidateQuery besidesWords() {
    return new CandidateQuery(rows, filter, by, spaces, Conditions.besidesWords(filter));
  }

  /** A statement with its conditions. */
  public String sql(String statement) {
    return sql(statement, conditions.sql(by));
  }

  /**
   * As {@link #sql(String)}, reading in an order. In the statement {@code <list>} is what to read,
   * {@code <o>} the row with the columns of the order, and {@code <of>} is to be compared with the
   * space.
   */
  String sql(RecordOrder order, String statement) {
    return sql(conditions.source(order, by), statement);
  }

  /**
   * As {@link #sql(Order, String)}, reading records that are in no order yet, whose source has no
   * columns of an order; null: there are none.
   */
  @Nullable String recent(String statement) {
    OrderedRows source = conditions.recent();
    return source == null ? null : sql(source, statement);
  }

  private String sql(OrderedRows source, String statement) {
    return dialect()
        .made(
            List.of(statement, source, by),
            () ->
                written(
                    statement
                        .replace("<list>", source.list())
                        .replace("<of>", source.of())
                        .replace("<o>", source.row()),
                    source.conditions()));
  }

  /** The best few of each space in an order, see {@link Dialect#bestOfEachSpace}. */
  String bestOfEachSpace(String where, RecordOrder order) {
    String statement =
        dialect().made(List.of(where, order), () -> dialect().bestOfEachSpace(where, order));
    return sql(order, statement);
  }

  private String sql(String statement, String where) {
    return dialect().made(List.of(statement, where, by), () -> written(statement, where));
  }

  private String written(String statement, String where) {
    return statement
        .replace("<space>", by.column())
        .replace("<columns>", Candidate.COLUMNS)
        .replace("<conditions>", where);
  }

  /** The parameters of a statement: its own, and those of the conditions. */
  public Map<String, Object> values(Map<String, ?> own) {
    Map<String, Object> values = conditions.values();
    values.putAll(own);
    return values;
  }

  /** What a written statement finds. */
  List<Candidate> candidates(String sql, Map<String, ?> own) throws SQLException {
    return rows.all(this::candidate, sql, values(own));
  }

  /** The candidate of a row. */
  public Candidate candidate(ResultSet row) throws SQLException {
    return Candidate.read(row, dialect(), filter.at());
  }

  /** The spaces as a parameter. */
  Object spaceIds() {
    return dialect().numbers(Space.ids(spaces));
  }
}
