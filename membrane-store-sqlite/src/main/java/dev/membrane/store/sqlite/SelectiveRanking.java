package dev.membrane.store.sqlite;

import dev.membrane.store.sql.Best;
import java.util.ArrayList;
import java.util.List;

/**
 * The records with several tags or of a given thread, if there are few: then all of them are looked
 * at. If there are many, one of them soon comes along in the order of salience.
 */
final class SelectiveRanking {

  private static final int FEW = 512;

  private static final String POSTINGS =
      "SELECT rowid FROM posting WHERE posting MATCH :match LIMIT :limit";

  private static final String CANDIDATES =
      """
      SELECT s.<space> <columns>
      FROM json_each(:rids) r CROSS JOIN memory s ON s.rid = r.value
      WHERE TRUE <conditions>
      """;

  private final CandidateQuery query;
  private final Best best;

  SelectiveRanking(CandidateQuery query, Best best) {
    this.query = query.besidesWords();
    this.best = best;
  }

  /** Reads them; answers whether they were few, and so are done with. */
  boolean read() {
    List<Long> rids = new ArrayList<>();
    for (String match : new Match(query.spaces(), query.filter()).expressions(null)) {
      rids.addAll(postings(match, FEW + 1 - rids.size()));
      if (rids.size() > FEW) {
        return false;
      }
    }
    query.candidates(query.query(CANDIDATES).bind("rids", rids.toString())).forEach(best::add);
    return true;
  }

  private List<Long> postings(String match, int limit) {
    return query
        .handle()
        .createQuery(POSTINGS)
        .bind("match", match)
        .bind("limit", limit)
        .mapTo(Long.class)
        .list();
  }
}
