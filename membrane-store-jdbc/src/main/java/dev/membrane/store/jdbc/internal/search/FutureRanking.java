package dev.membrane.store.jdbc.internal.search;

import dev.membrane.schema.Timestamps;
import java.sql.SQLException;
import java.util.Map;

/**
 * The records whose anchor lies after the search's instant. Their salience is still the anchor's,
 * so the rank index places them too high. Usually these are only records that other callers have
 * written just now.
 */
record FutureRanking(CandidateQuery query, BestCandidates best, int limit) {

  private static final String BEST =
      """
      SELECT s.<space> <columns>
      FROM memory s {using rank_by_t0}
      WHERE s.t0 > :at AND s.rank_key IS NOT NULL AND s.log2_s0 >= :bound AND s.s0 >= :least
        AND s.<space> {in spaces} <conditions>
      ORDER BY s.log2_s0 DESC, s.created_at DESC, s.id
      LIMIT :limit
      """;

  void read() throws SQLException {
    best.addAll(
        query.candidates(
            query.sql(BEST),
            Map.of(
                "spaces", query.spaceIds(),
                "at", Timestamps.toEpochMicros(query.filter().at()),
                "bound", best.bound(),
                "least", query.filter().minSalience(),
                "limit", limit)));
  }
}
