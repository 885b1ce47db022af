package dev.membrane.store.jdbc.internal.search;

import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.WordIndex;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * The records with certain tags or of a given thread, if there are few: then all of them are looked
 * at. If there are many, this is not needed, since reading in the order of salience soon finds
 * some. Those of an episode are looked at in any case, however many scopes have one with the key.
 */
record SelectiveRanking(CandidateQuery query, BestCandidates best) {

  private static final String CANDIDATES =
      """
      SELECT s.<space> <columns>
      FROM memory s
      WHERE s.rid {in rids} <conditions>
      """;

  private static final int ANY_NUMBER = Integer.MAX_VALUE - 1;

  /** Reads them; answers whether they were not too many, and so are done with. */
  boolean read() throws SQLException {
    Dialect dialect = query.dialect();
    WordIndex words = dialect.wordIndex();
    int most = query.filter().episode() == null ? words.mostLookedAt() : ANY_NUMBER;
    List<Long> rids = words.recordsWithAll(query.rows(), query.filter(), query.spaces(), most + 1);
    if (rids.size() > most) {
      return false;
    }
    CandidateQuery rest = query.besidesWords();
    best.addAll(rest.candidates(rest.sql(CANDIDATES), Map.of("rids", dialect.numbers(rids))));
    return true;
  }
}
