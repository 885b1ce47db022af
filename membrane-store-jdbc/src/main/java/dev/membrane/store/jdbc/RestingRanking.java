package dev.membrane.store.jdbc;

/**
 * The records that cannot fall below a value of their own: floored, pinned, or at 0 already. One
 * that stands at that value has its place in this index; one still above it is found by the ranking
 * of its curve.
 */
record RestingRanking(CandidateQuery query, Best best, int limit) {

  private static final String STANDS =
      """
      <o>.rest >= :bound
        AND CASE WHEN s.pinned OR s.s0 < coalesce(s.min_salience, 0) THEN s.s0
            ELSE coalesce(s.min_salience, 0) END >= :least
      """;

  void read() {
    query
        .candidates(
            query
                .query(Order.REST, query.dialect().bestOfEachSpace(STANDS, Order.REST))
                .bind("spaces", query.spaceIds())
                .bind("bound", best.bound())
                .bind("least", query.filter().minSalience())
                .bind("limit", limit))
        .forEach(best::add);
  }
}
