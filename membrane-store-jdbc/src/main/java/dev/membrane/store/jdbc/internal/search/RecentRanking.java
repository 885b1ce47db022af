package dev.membrane.store.jdbc.internal.search;

import java.sql.SQLException;
import java.util.Map;

/** The records that are in no order yet, where a store has such: all of them are looked at. */
record RecentRanking(CandidateQuery query, BestCandidates best) {

  // No curve exceeds its anchor.
  private static final String GOOD_ENOUGH =
      """
      SELECT s.<space> <columns>
      FROM {list spaces} {join} <list>
      WHERE <of> = spaces.value AND s.log2_s0 >= :bound AND s.s0 >= :least <conditions>
      """;

  void read() throws SQLException {
    String sql = query.recent(GOOD_ENOUGH);
    if (sql != null) {
      best.addAll(
          query.candidates(
              sql,
              Map.of(
                  "spaces", query.spaceIds(),
                  "bound", best.bound(),
                  "least", query.filter().minSalience())));
    }
  }
}
