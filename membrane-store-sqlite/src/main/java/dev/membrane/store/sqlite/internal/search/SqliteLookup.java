package dev.membrane.store.sqlite.internal.search;

import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.store.jdbc.internal.search.Candidate;
import dev.membrane.store.jdbc.internal.search.Lookup;
import dev.membrane.store.jdbc.internal.words.WordList;
import dev.membrane.store.sqlite.internal.cache.RowCache;
import dev.membrane.store.sqlite.internal.cache.SearchRow;
import dev.membrane.store.sqlite.internal.session.Sql;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads rows from the cache, and missing ones from the file. */
public final class SqliteLookup implements Lookup {

  private static final String ROWS =
      """
      SELECT %s
      FROM json_each(:rids) r
      CROSS JOIN memory s ON s.rid = r.value
      CROSS JOIN document d ON d.rid = s.rid
      """
          .formatted(SearchRow.COLUMNS);

  private final Sql sql;
  private final RowCache<Long, SearchRow>.CacheView cache;
  private final Filter filter;
  private final List<String> always;
  private final Map<String, String> soughtByTerm;

  /** For hits without term counts. */
  public SqliteLookup(Sql sql, RowCache<Long, SearchRow>.CacheView cache, Filter filter) {
    this(sql, cache, filter, Map.of());
  }

  /** For hits with the counts of some terms. */
  public SqliteLookup(
      Sql sql,
      RowCache<Long, SearchRow>.CacheView cache,
      Filter filter,
      Map<String, String> wordsByTerm) {
    this.sql = sql;
    this.cache = cache;
    this.filter = filter;
    this.always = WordList.always(filter);
    this.soughtByTerm = WordList.sought(wordsByTerm);
  }

  @Override
  public Map<Long, Hit> hits(Collection<Long> rids) throws SQLException {
    Map<Long, Hit> hits = new HashMap<>(2 * rids.size());
    for (SearchRow row : cache.rows(rids, this::read)) {
      Candidate candidate = row.candidate().at(filter.at());
      if (row.holdsAt(filter.validAt())
          && candidate.isEnoughFor(filter)
          && row.words().hasAll(always)) {
        WordList words = row.words();
        hits.put(
            candidate.rid(),
            candidate.toHit(words.counts(soughtByTerm), row.length(), words.mark()));
      }
    }
    return hits;
  }

  private Map<Long, SearchRow> read(Collection<Long> rids) throws SQLException {
    return sql.map(
        row -> row.getLong(2),
        row -> SearchRow.read(row, sql.dialect()),
        ROWS,
        Map.of("rids", sql.dialect().numbers(rids)));
  }
}
