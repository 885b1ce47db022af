package dev.membrane.store.jdbc;

import dev.membrane.spi.Filter;
import dev.membrane.store.jdbc.Space.By;
import java.util.List;
import java.util.function.Predicate;
import org.jdbi.v3.core.result.ResultIterable;
import org.jdbi.v3.core.statement.Query;

/**
 * Spaces, the conditions on their records, and a way to ask for candidates among them. The SQL of
 * the rankings names {@code <space>} where the column that names the spaces belongs, {@code
 * <columns>} and {@code <conditions>}.
 *
 * @param by the column of all the spaces
 */
public record CandidateQuery(
    Rows rows, Filter filter, By by, List<Space> spaces, Conditions conditions) {

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

  /** The query with its conditions bound; its own parameters are the caller's. */
  public Query query(String sql) {
    return query(sql, conditions.sql(by));
  }

  /**
   * As {@link #query(String)}, reading in an order. In the SQL {@code <list>} is what to read,
   * {@code <o>} the row with the columns of the order, and {@code <of>} is to be compared with the
   * space.
   */
  Query query(Order order, String sql) {
    Source source = conditions.source(order, by);
    return query(sql, source.conditions())
        .define("list", dialect().sql(source.list()))
        .define("o", source.row())
        .define("of", source.of());
  }

  private Query query(String sql, String where) {
    Query query =
        rows.handle()
            .createQuery(dialect().sql(sql))
            .define("space", by.column())
            .define("columns", dialect().sql(CandidateRow.COLUMNS))
            .define("conditions", where);
    return conditions.bind(query);
  }

  /** What the query finds. */
  public ResultIterable<Candidate> candidates(Query query) {
    return query.map((row, context) -> CandidateRow.read(row, dialect(), filter.at()));
  }

  /** The spaces as a parameter. */
  Object spaceIds() {
    return dialect().numbers(Space.ids(spaces));
  }
}
