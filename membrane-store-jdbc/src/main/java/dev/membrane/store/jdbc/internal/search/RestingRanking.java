package dev.membrane.store.jdbc.internal.search;

import dev.membrane.store.jdbc.internal.filter.RecordOrder;
import java.sql.SQLException;
import java.util.Map;

/**
 * The records that cannot fall below a value of their own: those with a floor, pinned ones, and
 * those already at 0. A record that has reached this value is found by this index; one that is
 * still above it is found by the ranking of its curve.
 */
record RestingRanking(CandidateQuery query, BestCandidates best, int limit) {

  private static final String STANDS =
      """
      <o>.rest >= :bound
        AND CASE WHEN s.pinned OR s.s0 < coalesce(s.min_salience, 0) THEN s.s0
            ELSE coalesce(s.min_salience, 0) END >= :least
      """;

  void read() throws SQLException {
    best.addAll(
        query.candidates(
            query.bestOfEachSpace(STANDS, RecordOrder.REST),
            Map.of(
                "spaces", query.spaceIds(),
                "bound", best.bound(),
                "least", query.filter().minSalience(),
                "limit", limit)));
  }
}
