package dev.membrane.store.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * The records with certain tags or of a given thread, if there are few: then all of them are looked
 * at. If there are many, this is not needed, since reading in the order of salience soon finds
 * some.
 */
final class SelectiveRanking {

  private static final String CANDIDATES =
      """
      SELECT s.<space> <columns>
      FROM memory s
      WHERE s.rid {in rids} <conditions>
      """;

  private final CandidateQuery query;
  private final Best best;

  SelectiveRanking(CandidateQuery query, Best best) {
    this.query = query.besidesWords();
    this.best = best;
  }

  /** Reads them; answers whether they were few, and so are done with. */
  boolean read() throws SQLException {
    Dialect dialect = query.dialect();
    int few = dialect.few();
    List<Long> rids = dialect.having(query.rows(), query.filter(), query.spaces(), few + 1);
    if (rids.size() > few) {
      return false;
    }
    best.addAll(query.candidates(query.sql(CANDIDATES), Map.of("rids", dialect.numbers(rids))));
    return true;
  }
}
