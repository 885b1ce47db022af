package dev.membrane.store.postgres;

import dev.membrane.store.sql.Best;

/**
 * The records that cannot fall below a value of their own: floored, pinned, or at 0 already. One
 * that stands at that value has its place in this index; one still above it is found by the ranking
 * of its curve.
 */
final class RestingRanking {

  private static final String BEST =
      """
      SELECT b.*
      FROM unnest(:spaces) p (id)
      CROSS JOIN LATERAL (
        SELECT s.<space> <columns>
        FROM memory s
        WHERE s.<space> = p.id AND s.rest IS NOT NULL AND s.rest >= :bound
          AND CASE WHEN s.pinned THEN s.s0 ELSE least(s.s0, coalesce(s.min_salience, 0)) END
            >= :least <conditions>
        ORDER BY s.rest DESC, s.created_at DESC, s.id
        LIMIT :limit) b
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
                .query(BEST)
                .bindArray("spaces", Long.class, query.spaceIds())
                .bind("bound", best.bound())
                .bind("least", query.filter().minSalience())
                .bind("limit", limit))
        .forEach(best::add);
  }
}
