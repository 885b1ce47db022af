package dev.membrane.store.sqlite;

import dev.membrane.store.jdbc.Rows;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * In how many records of a pool a word occurs. The count is the sum over two tables. A commit adds
 * to the small table, whose few pages many commits share; when that has become large, all of it is
 * moved to the other table. An instance belongs to the writer; {@link #sums} is for readers.
 */
record WordCounts(Sql sql) {

  /** A number, for a pool and a word that are given as SQL. */
  static final String RECORDS =
      """
      (coalesce((SELECT c.records FROM pool_word c WHERE c.pool = %1$s AND c.word = %2$s), 0)
       + coalesce((SELECT r.records FROM pool_word_recent r
                   WHERE r.pool = %1$s AND r.word = %2$s), 0))
      """;

  private static final String SUMS =
      """
      SELECT w.value,
             coalesce((SELECT sum(c.records) FROM json_each(:pools) p
                       CROSS JOIN pool_word c ON c.pool = p.value AND c.word = w.value), 0)
             + coalesce((SELECT sum(c.records) FROM json_each(:pools) p
                         CROSS JOIN pool_word_recent c
                           ON c.pool = p.value AND c.word = w.value), 0) AS found
      FROM json_each(:words) w
      WHERE found > 0
      """;

  /** As many rows as the small table has at the most. */
  private static final int MOST_RECENT = 8_000;

  // All the words of a pool at once: a statement for each would take most of the writer's time.
  private static final String ADD =
      """
      INSERT INTO %s (pool, word, records)
      SELECT ?, key, value FROM json_each(?) WHERE value <> 0
      ON CONFLICT (pool, word) DO UPDATE SET records = records + excluded.records
      """;

  private static final String ADD_TO_RECENT = ADD.formatted("pool_word_recent");

  private static final String ADD_TO_ALL = ADD.formatted("pool_word");

  // A word that no record has any more goes from both tables, though neither says 0 by itself.
  private static final String GONE =
      """
      SELECT w.key FROM json_each(?2) w WHERE w.value < 0 AND %s = 0
      """
          .formatted(RECORDS.formatted("?1", "w.key"));

  private static final String REMOVE =
      "DELETE FROM %s WHERE pool = ? AND word IN (SELECT value FROM json_each(?))";

  private static final String REMOVE_FROM_RECENT = REMOVE.formatted("pool_word_recent");

  private static final String REMOVE_FROM_ALL = REMOVE.formatted("pool_word");

  private static final String DROP =
      """
      DELETE FROM pool_word
      WHERE pool = ? AND records = 0
        AND word IN (SELECT key FROM json_each(?) WHERE value < 0)
      """;

  private static final String COUNT_RECENT = "SELECT count(*) FROM pool_word_recent";

  private static final String ADD_RECENT_TO_ALL =
      """
      INSERT INTO pool_word (pool, word, records)
      SELECT pool, word, records FROM pool_word_recent WHERE records <> 0
      ON CONFLICT (pool, word) DO UPDATE SET records = records + excluded.records
      """;

  private static final String DROP_RECENT =
      """
      DELETE FROM pool_word
      WHERE records = 0
        AND (pool, word) IN (SELECT pool, word FROM pool_word_recent WHERE records < 0)
      """;

  private static final String FORGET_RECENT = "DELETE FROM pool_word_recent";

  /** In how many records of some pools words occur, those of them that do. */
  static Map<String, Long> sums(Rows rows, List<Long> pools, Collection<String> words)
      throws SQLException {
    Map<String, Long> sums = new HashMap<>();
    rows.each(
        row -> sums.put(row.getString(1), row.getLong(2)),
        SUMS,
        Map.of("words", JsonTexts.distinct(words), "pools", pools.toString()));
    return sums;
  }

  /** Adds to the counts, by pool and word. */
  void add(Map<Long, Map<String, Long>> words) throws SQLException {
    int rows = words.values().stream().mapToInt(Map::size).sum();
    if (rows > MOST_RECENT) {
      settle();
      addToAll(words);
    } else if (rows > 0) {
      addToRecent(words);
      if (recent() > MOST_RECENT) {
        settle();
      }
    }
  }

  private void addToRecent(Map<Long, Map<String, Long>> words) throws SQLException {
    for (Map.Entry<Long, Map<String, Long>> pool : words.entrySet()) {
      String deltas = JsonTexts.object(pool.getValue());
      sql.update(ADD_TO_RECENT, pool.getKey(), deltas);
      if (hasLosses(pool.getValue())) {
        removeGone(pool.getKey(), deltas);
      }
    }
  }

  private static boolean hasLosses(Map<String, Long> deltas) {
    return deltas.values().stream().anyMatch(delta -> delta < 0);
  }

  private void removeGone(long pool, String deltas) throws SQLException {
    List<String> gone = sql.all(row -> row.getString(1), GONE, pool, deltas);
    if (!gone.isEmpty()) {
      String words = JsonTexts.distinct(gone);
      sql.update(REMOVE_FROM_RECENT, pool, words);
      sql.update(REMOVE_FROM_ALL, pool, words);
    }
  }

  /** In the order of the table, which is then written from one end to the other. */
  private void addToAll(Map<Long, Map<String, Long>> words) throws SQLException {
    for (Map.Entry<Long, Map<String, Long>> pool : new TreeMap<>(words).entrySet()) {
      String deltas = JsonTexts.object(pool.getValue());
      sql.update(ADD_TO_ALL, pool.getKey(), deltas);
      if (hasLosses(pool.getValue())) {
        sql.update(DROP, pool.getKey(), deltas);
      }
    }
  }

  private long recent() throws SQLException {
    return Objects.requireNonNull(sql.first(row -> row.getLong(1), COUNT_RECENT));
  }

  /** Has the small table's rows go to the large one. */
  private void settle() throws SQLException {
    sql.update(ADD_RECENT_TO_ALL);
    sql.update(DROP_RECENT);
    sql.update(FORGET_RECENT);
  }
}
