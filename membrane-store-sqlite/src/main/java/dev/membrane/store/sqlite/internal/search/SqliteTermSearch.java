package dev.membrane.store.sqlite.internal.search;

import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.store.jdbc.internal.filter.Space;
import dev.membrane.store.jdbc.internal.row.NumberList;
import dev.membrane.store.jdbc.internal.search.VisibleSpaces;
import dev.membrane.store.jdbc.internal.words.WordEncoding;
import dev.membrane.store.sqlite.internal.cache.RowCache;
import dev.membrane.store.sqlite.internal.cache.SearchRow;
import dev.membrane.store.sqlite.internal.dialect.SqliteWordMatch;
import dev.membrane.store.sqlite.internal.session.Sql;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Candidates by terms: for each term the records that arrived last, until there are enough. */
public final class SqliteTermSearch {

  /** At least as many are looked up together, for many may not pass. */
  private static final int LEAST_CHUNK = 256;

  // Rows of the index come by falling rowid without sorting, so that reading may stop anywhere.
  private static final String POSTINGS =
      """
      SELECT group_concat(rowid) FROM (
        SELECT rowid FROM posting WHERE posting MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?)
      """;

  private final Sql sql;
  private final Filter filter;
  private final int limit;
  private final Map<String, String> wordsByTerm = new LinkedHashMap<>();
  private final SqliteLookup lookup;
  private final Set<Long> seen = new HashSet<>();
  private final List<Hit> found = new ArrayList<>();

  public SqliteTermSearch(
      Sql sql,
      RowCache<Long, SearchRow>.CacheView cache,
      Filter filter,
      List<String> terms,
      int limit) {
    this.sql = sql;
    this.filter = filter;
    this.limit = limit;
    terms.forEach(term -> wordsByTerm.put(term, WordEncoding.term(term)));
    this.lookup = new SqliteLookup(sql, cache, filter, wordsByTerm);
  }

  public List<Hit> hits(VisibleSpaces visible) throws SQLException {
    found.clear();
    seen.clear();
    List<Space> spaces = visible.full();
    SqliteWordPools pools = SqliteWordPools.read(sql, spaces, wordsByTerm.values());
    for (String word : wordsByTerm.values()) {
      SqliteWordMatch match =
          new SqliteWordMatch(sql.dialect().cipher(), pools.spacesWith(word, spaces), filter);
      findLatest(match.expressions(word));
    }
    return found;
  }

  /** Those found for a term before are passed by, as they need not be looked up again. */
  private void findLatest(List<String> expressions) throws SQLException {
    long before = Long.MAX_VALUE;
    while (found.size() < limit) {
      int chunk = Math.max(LEAST_CHUNK, limit - found.size());
      List<Long> rids = latest(expressions, before, chunk);
      findAmong(rids.stream().filter(seen::add).toList());
      if (rids.size() < chunk) {
        return;
      }
      before = rids.get(chunk - 1);
    }
  }

  private List<Long> latest(List<String> expressions, long before, int count) throws SQLException {
    List<Long> latest = new ArrayList<>();
    for (String expression : expressions) {
      NumberList.addTo(
          latest, sql.first(row -> row.getString(1), POSTINGS, expression, before, count));
    }
    latest.sort(Comparator.reverseOrder());
    return latest.subList(0, Math.min(count, latest.size()));
  }

  private void findAmong(List<Long> rids) throws SQLException {
    Map<Long, Hit> hits = lookup.hits(rids);
    for (Long rid : rids) {
      Hit hit = hits.get(rid);
      if (hit != null && found.size() < limit) {
        found.add(hit);
      }
    }
  }
}
