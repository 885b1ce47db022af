package dev.membrane.store.sqlite;

import dev.membrane.store.sql.Best;

/**
 * The records that cannot fall below a value of their own: floored, pinned, or at 0 already. One
 * that stands at that value has its place in this index; one still above it is found by the ranking
 * of its curve.
 */
final class RestingRanking {

  private static final String BEST =
      """
      SELECT s.<space> <columns>
      FROM json_each(:spaces) p CROSS JOIN memory s
      WHERE s.rid IN (
        SELECT s.rid FROM <list>
        WHERE <of> = p.value AND <o>.rest >= :bound
          AND iif(s.pinned, s.s0, min(s.s0, coalesce(s.min_salience, 0))) >= :least <conditions>
        ORDER BY <o>.rest DESC, <o>.created_at DESC, <o>.id
        LIMIT :limit)
      """;

  private final CandidateQuery query;
  private final Best best;
  private final int limit;

  RestingRanking(CandidateQuery query, Best best, int limit) {
    this.query = query;
    this.best = best;
    this.limit = limit;
  }

  void read() {
    query
        .candidates(
            query
                .query(Order.REST, BEST)
                .bind("spaces", query.spaceIds())
                .bind("bound", best.bound())
                .bind("least", query.filter().minSalience())
                .bind("limit", limit))
        .forEach(best::add);
  }
}
