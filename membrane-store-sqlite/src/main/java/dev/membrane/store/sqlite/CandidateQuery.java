package dev.membrane.store.sqlite;

import dev.membrane.spi.Filter;
import dev.membrane.store.sqlite.VisibleSpaces.By;
import dev.membrane.store.sqlite.VisibleSpaces.Space;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.ResultIterable;
import org.jdbi.v3.core.statement.Query;

/**
 * Spaces, the conditions on their records, and a way to ask for candidates among them. The SQL of
 * the rankings names {@code <space>} where one of the two space columns (and the index upon it)
 * belongs, and {@code <conditions>}.
 */
record CandidateQuery(
    Handle handle, Filter filter, By column, List<Space> spaces, Conditions conditions) {

  private static final Map<By, String> COLUMN = Map.of(By.SPACE, "space", By.WHOLE, "whole");

  CandidateQuery with(List<Space> others) {
    return new CandidateQuery(handle, filter, column, others, conditions);
  }

  /** For records that are found by their words. */
  CandidateQuery byWords() {
    return new CandidateQuery(handle, filter, column, spaces, conditions.besidesWords());
  }

  /** The query with its conditions bound; its own parameters are the caller's. */
  Query query(String sql) {
    Query query =
        handle
            .createQuery(sql)
            .define("space", COLUMN.getOrDefault(column, "space"))
            .define("columns", Candidate.COLUMNS)
            .define("conditions", conditions.sql());
    return conditions.bind(query);
  }

  ResultIterable<Candidate> candidates(Query query) {
    return query.map((row, context) -> Candidate.read(row, filter.at()));
  }

  /** The spaces as a parameter. */
  String spaceIds() {
    return spaces.stream().map(Space::id).toList().toString();
  }
}
