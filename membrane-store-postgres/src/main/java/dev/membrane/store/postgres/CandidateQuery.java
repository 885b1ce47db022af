package dev.membrane.store.postgres;

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
 * the rankings names {@code <space>} where the column that names the spaces belongs, {@code
 * <columns>} and {@code <conditions>}.
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
    Query query =
        handle
            .createQuery(sql)
            .define("space", by.column())
            .define("columns", CandidateRow.COLUMNS)
            .define("conditions", conditions.sql());
    return conditions.bind(query);
  }

  ResultIterable<Candidate> candidates(Query query) {
    return query.map((row, context) -> CandidateRow.read(row, filter.at()));
  }

  /** The spaces as a parameter. */
  List<Long> spaceIds() {
    return spaces.stream().map(Space::id).toList();
  }
}
