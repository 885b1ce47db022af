package dev.membrane.store.sqlite;

import dev.membrane.spi.Filter;
import dev.membrane.spi.Hit;
import dev.membrane.store.sql.Candidate;
import dev.membrane.store.sql.Micros;
import dev.membrane.store.sql.Words;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads rows of visible spaces as hits, those of them that pass the filter. */
final class Lookup {

  private static final String ROWS =
      """
      SELECT s.space %s, d.length, iif(?, d.words, '')
      FROM json_each(?) r
      CROSS JOIN memory s ON s.rid = r.value
      CROSS JOIN document d ON d.rid = s.rid
      WHERE (s.valid_from IS NULL OR s.valid_from <= ?)
        AND (s.valid_until IS NULL OR s.valid_until >= ?)
      """
          .formatted(CandidateRow.COLUMNS);

  private static final int LENGTH = 13;
  private static final int WORDS = 14;

  private final Sql sql;
  private final Filter filter;
  private final List<String> words;

  Lookup(Sql sql, Filter filter) {
    this.sql = sql;
    this.filter = filter;
    this.words = Words.always(filter).stream().map(word -> " " + word + " ").toList();
  }

  /** The hits among some rows by rid, without term counts. */
  Map<Long, Hit> hits(Collection<Long> rids) throws SQLException {
    long at = Micros.of(filter.at());
    Map<Long, Hit> hits = new HashMap<>();
    sql.each(row -> read(row, hits), ROWS, !words.isEmpty(), rids.toString(), at, at);
    return hits;
  }

  private void read(ResultSet row, Map<Long, Hit> hits) throws SQLException {
    Candidate candidate = CandidateRow.read(row, filter.at());
    if (candidate.isEnoughFor(filter) && hasWords(row.getString(WORDS))) {
      hits.put(candidate.rid(), candidate.toHit(Map.of(), row.getInt(LENGTH)));
    }
  }

  private boolean hasWords(String text) {
    return words.stream().allMatch(text::contains);
  }
}
