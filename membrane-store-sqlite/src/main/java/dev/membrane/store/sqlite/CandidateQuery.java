package dev.membrane.store.sqlite;

import dev.membrane.spi.Filter;
import dev.membrane.store.sql.Candidate;
import dev.membrane.store.sql.Space;
import dev.membrane.store.sql.Space.By;
import java.util.List;
import java.util.function.Predicate;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.ResultIterable;
import org.jdbi.v3.core.statement.Query;

/**
 * Spaces, the conditions on their records, and a way to ask for candidates among them. The SQL of
 * the rankings names {@code <space>} where the column that names the spaces (and the index upon it)
 * belongs, and {@code <conditions>}.
 *
 * @param by the column of all the spaces
 */
record CandidateQuery(
    Handle handle, Filter filter, By by, List<Space> spaces, Conditions conditions) {

  CandidateQuery where(Predicate<Space> wanted) {
    return new CandidateQuery(
        handle, filter, by, spaces.stream().filter(wanted).toList(), conditions);
  }

  /** For records that are found by their words. */
  CandidateQuery besidesWords() {
    return new CandidateQuery(handle, filter, by, spaces, Conditions.besidesWords(filter));
  }

  /** The query with its conditions bound; its own parameters are the caller's. */
  Query query(String sql) {
    return query(sql, conditions.sql(by));
  }

  /**
   * As {@link #query(String)}, reading in an order: of the list of a tag if one is asked for, else
   * of the index. In the SQL {@code <list>} is what to read, {@code <o>} the row with the columns
   * of the order, and {@code <of>} is to be compared with the space.
   */
  Query query(Order order, String sql) {
    boolean isTagged = conditions.isTagged();
    return query(sql, isTagged ? conditions.sqlInList(order) : conditions.sql(by))
        .define("list", isTagged ? order.list() : order.index(by))
        .define("o", isTagged ? "o" : "s")
        .define("of", isTagged ? Order.ofList(Conditions.FIRST_TAG) : order.ofIndex(by));
  }

  private Query query(String sql, String where) {
    Query query =
        handle
            .createQuery(sql)
            .define("space", by.column())
            .define("columns", CandidateRow.COLUMNS)
            .define("conditions", where);
    return conditions.bind(query);
  }

  ResultIterable<Candidate> candidates(Query query) {
    return query.map((row, context) -> CandidateRow.read(row, filter.at()));
  }

  /** The spaces as a parameter. */
  String spaceIds() {
    return spaces.stream().map(Space::id).toList().toString();
  }
}
