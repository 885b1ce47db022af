package dev.membrane.store.postgres;

import dev.membrane.store.sql.Best;
import java.util.List;

/**
 * The records with some tags or of a given thread, if there are few: then all of them are looked
 * at. If there are many, one of them soon comes along in the order of salience.
 */
final class SelectiveRanking {

  private static final int FEW = 2048;

  private static final String POSTINGS =
      "SELECT p.rid FROM posting p WHERE <match> LIMIT " + (FEW + 1);

  private static final String CANDIDATES =
      """
      SELECT s.<space> <columns> FROM memory s WHERE s.rid = ANY (:rids) <conditions>
      """;

  private final CandidateQuery query;
  private final Best best;

  SelectiveRanking(CandidateQuery query, Best best) {
    this.query = query.besidesWords();
    this.best = best;
  }

  /** Reads them; answers whether they were few, and so are done with. */
  boolean read() {
    List<Long> rids = postings(new Match(query.spaces(), query.filter(), null));
    if (rids.size() > FEW) {
      return false;
    }
    query
        .candidates(query.query(CANDIDATES).bindArray("rids", Long.class, rids))
        .forEach(best::add);
    return true;
  }

  private List<Long> postings(Match match) {
    return match
        .bind(query.handle().createQuery(POSTINGS).define("match", match.sql()))
        .mapTo(Long.class)
        .list();
  }
}
