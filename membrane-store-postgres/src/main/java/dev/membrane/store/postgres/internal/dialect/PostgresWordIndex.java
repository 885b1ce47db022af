package dev.membrane.store.postgres.internal.dialect;

import dev.membrane.spi.search.Filter;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.dialect.WordIndex;
import dev.membrane.store.jdbc.internal.filter.Space;
import dev.membrane.store.jdbc.internal.filter.WordConditions;
import dev.membrane.store.jdbc.internal.words.PoolWords;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Finds records by the arrays of their words. */
record PostgresWordIndex(StoreCipher cipher) implements WordIndex {

  private static final int FEW = 2048;

  private static final String POSTINGS = "SELECT p.rid FROM posting p WHERE <match> LIMIT <limit>";

  private static final String RECORDS =
      """
      SELECT c.word, CAST(sum(c.records) AS bigint) FROM pool_word c
      WHERE c.pool = ANY (:pools) AND c.word = ANY (:words)
      GROUP BY c.word
      """;

  // Materialized, so that the index of words is asked and not that of numbers.
  private static final String POSTINGS_AFTER =
      """
      WITH found AS MATERIALIZED (SELECT p.rid FROM posting p WHERE <match>)
      SELECT f.rid FROM found f WHERE f.rid > :after ORDER BY f.rid LIMIT <limit>
      """;

  @Override
  public WordConditions conditions(ReadTransaction rows, Filter filter, List<Space> spaces) {
    return cipher.isPlain()
        ? PostgresTagConditions.of(filter)
        : PostgresTagConditions.of(cipher, filter, spaces);
  }

  @Override
  public int mostLookedAt() {
    return FEW;
  }

  @Override
  public List<Long> recordsWithAll(
      ReadTransaction rows, Filter filter, List<Space> spaces, int limit) throws SQLException {
    PostgresWordMatch match = new PostgresWordMatch(cipher, spaces, filter, null);
    return PostgresWordMatch.numbers(rows, match.sql(POSTINGS, limit), match.values());
  }

  @Override
  public List<Long> recordsWithOneOfEach(
      ReadTransaction rows, List<List<String>> words, List<Space> spaces, long after, int limit)
      throws SQLException {
    PostgresWordMatch match = new PostgresWordMatch(cipher, spaces, words);
    Map<String, Object> values = match.values();
    values.put("after", after);
    return PostgresWordMatch.numbers(rows, match.sql(POSTINGS_AFTER, limit), values);
  }

  @Override
  public Map<String, Long> recordsPerWord(ReadTransaction rows, List<PoolWords> asked)
      throws SQLException {
    List<String> words = asked.stream().flatMap(each -> each.words().stream()).toList();
    List<Long> pools = asked.stream().flatMap(each -> each.pools().stream()).toList();
    Dialect dialect = rows.dialect();
    return rows.map(
        row -> row.getString(1),
        row -> row.getLong(2),
        RECORDS,
        Map.of("words", dialect.texts(words), "pools", dialect.numbers(pools)));
  }
}
