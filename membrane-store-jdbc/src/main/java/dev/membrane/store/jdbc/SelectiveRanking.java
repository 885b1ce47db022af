package dev.membrane.store.jdbc;

import java.util.List;

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
  boolean read() {
    Dialect dialect = query.dialect();
    int few = dialect.few();
    List<Long> rids =
        dialect.having(query.rows().handle(), query.filter(), query.spaces(), few + 1);
    if (rids.size() > few) {
      return false;
    }
    query
        .candidates(query.query(CANDIDATES).bind("rids", dialect.numbers(rids)))
        .forEach(best::add);
    return true;
  }
}
