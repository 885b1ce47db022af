package dev.membrane.store.sqlite.internal.dialect;

import dev.membrane.spi.search.Filter;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.dialect.WordIndex;
import dev.membrane.store.jdbc.internal.filter.Space;
import dev.membrane.store.jdbc.internal.filter.WordConditions;
import dev.membrane.store.jdbc.internal.words.PoolWords;
import dev.membrane.store.sqlite.internal.words.WordCounts;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Finds records by SQLite's full-text index, and by the lists of tags. */
record SqliteWordIndex(StoreCipher cipher) implements WordIndex {

  private static final int FEW = 512;

  private static final String POSTINGS =
      "SELECT rowid FROM posting WHERE posting MATCH :match LIMIT :limit";

  private static final String POSTINGS_AFTER =
      """
      SELECT rowid FROM posting WHERE posting MATCH :match AND rowid > :after
      ORDER BY rowid LIMIT :limit
      """;

  @Override
  public WordConditions conditions(ReadTransaction rows, Filter filter, List<Space> spaces)
      throws SQLException {
    return SqliteTagConditions.of(rows, filter, spaces);
  }

  @Override
  public int mostLookedAt() {
    return FEW;
  }

  @Override
  public List<Long> recordsWithAll(
      ReadTransaction rows, Filter filter, List<Space> spaces, int limit) throws SQLException {
    List<Long> rids = new ArrayList<>();
    for (String match : new SqliteWordMatch(cipher, spaces, filter).expressions(null)) {
      if (rids.size() < limit) {
        Map<String, ?> values = Map.of("match", match, "limit", limit - rids.size());
        rids.addAll(rows.all(row -> row.getLong(1), POSTINGS, values));
      }
    }
    return rids;
  }

  @Override
  public List<Long> recordsWithOneOfEach(
      ReadTransaction rows, List<List<String>> words, List<Space> spaces, long after, int limit)
      throws SQLException {
    SortedSet<Long> rids = new TreeSet<>();
    for (String match : new SqliteWordMatch(cipher, spaces, words).expressions(null)) {
      Map<String, ?> values = Map.of("match", match, "after", after, "limit", limit);
      rids.addAll(rows.all(row -> row.getLong(1), POSTINGS_AFTER, values));
    }
    return rids.stream().limit(limit).toList();
  }

  @Override
  public Map<String, Long> recordsPerWord(ReadTransaction rows, List<PoolWords> asked)
      throws SQLException {
    return WordCounts.sums(rows, asked);
  }
}
