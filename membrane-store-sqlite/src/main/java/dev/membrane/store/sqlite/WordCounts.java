package dev.membrane.store.sqlite;

import static java.util.stream.Collectors.joining;

import dev.membrane.store.jdbc.PoolWords;
import dev.membrane.store.jdbc.Rows;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * In how many records of a pool a word occurs: the sum of what the runs say and what the log says,
 * both written by {@link WordRuns}. A reading connection keeps the log in a table of its own, in
 * memory, to which it adds what is new.
 */
final class WordCounts {

  /** What a connection that reads needs. */
  static final String TABLES =
      """
      CREATE TEMP TABLE word_tail (
        pool INTEGER NOT NULL, word TEXT NOT NULL, records INTEGER NOT NULL,
        PRIMARY KEY (pool, word)) WITHOUT ROWID;
      CREATE TEMP TABLE word_tail_end (first INTEGER, last INTEGER);
      INSERT INTO word_tail_end VALUES (NULL, NULL);
      """;

  /** A number, for a pool and a word that are given as SQL, once the tail is as the log. */
  private static final String RECORDS =
      """
      (coalesce((SELECT sum(c.records) FROM pool_word_run r
                 CROSS JOIN pool_word c ON c.run = r.run AND c.pool = %1$s AND c.word = %2$s), 0)
       + coalesce((SELECT t.records FROM temp.word_tail t
                   WHERE t.pool = %1$s AND t.word = %2$s), 0))
      """;

  // Lists are taken apart before, or each word would read all of them again.
  private static final String COUNTS =
      """
      WITH asked AS MATERIALIZED (
        SELECT a.value ->> '$.words' AS words, a.value ->> '$.pools' AS pools
        FROM json_each(:asked) a)
      SELECT w.value, p.value, %s AS found
      FROM asked CROSS JOIN json_each(asked.words) w CROSS JOIN json_each(asked.pools) p
      WHERE found > 0
      """
          .formatted(RECORDS.formatted("p.value", "w.value"));

  private static final String IS_SAME_LOG =
      "SELECT first IS (SELECT min(id) FROM pool_word_log) FROM temp.word_tail_end";

  private static final String IS_ALL =
      "SELECT last IS (SELECT max(id) FROM pool_word_log) FROM temp.word_tail_end";

  private static final String FORGET = "DELETE FROM temp.word_tail";

  private static final String BEGIN =
      "UPDATE temp.word_tail_end SET first = (SELECT min(id) FROM pool_word_log), last = NULL";

  private static final String ADD =
      """
      INSERT INTO temp.word_tail (pool, word, records)
      SELECT l.pool, w.key, w.value
      FROM pool_word_log l CROSS JOIN json_each(l.deltas) w
      WHERE l.id > (SELECT coalesce(last, 0) FROM temp.word_tail_end)
      ON CONFLICT (pool, word) DO UPDATE SET records = records + excluded.records
      """;

  private static final String END =
      "UPDATE temp.word_tail_end SET last = (SELECT max(id) FROM pool_word_log)";

  private WordCounts() {}

  /** In how many records of each pool words occur, where they do. */
  static Map<String, Map<Long, Long>> of(Rows rows, List<PoolWords> asked) throws SQLException {
    readLog(rows);
    Map<String, Map<Long, Long>> counts = new HashMap<>();
    rows.each(
        row ->
            counts
                .computeIfAbsent(row.getString(1), word -> new HashMap<>())
                .put(row.getLong(2), row.getLong(3)),
        COUNTS,
        Map.of("asked", asked.stream().map(WordCounts::json).collect(joining(",", "[", "]"))));
    return counts;
  }

  private static String json(PoolWords asked) {
    return "{\"words\":" + JsonTexts.distinct(asked.words()) + ",\"pools\":" + asked.pools() + "}";
  }

  /** In how many records of all their pools together words occur, those of them that do. */
  static Map<String, Long> sums(Rows rows, List<PoolWords> asked) throws SQLException {
    Map<String, Long> sums = new HashMap<>();
    of(rows, asked)
        .forEach(
            (word, counts) ->
                sums.put(word, counts.values().stream().mapToLong(count -> count).sum()));
    return sums;
  }

  private static void readLog(Rows rows) throws SQLException {
    boolean isSameLog = is(rows, IS_SAME_LOG);
    if (isSameLog && is(rows, IS_ALL)) {
      return;
    }
    if (!isSameLog) {
      rows.handle().execute(FORGET);
      rows.handle().execute(BEGIN);
    }
    rows.handle().execute(ADD);
    rows.handle().execute(END);
  }

  private static boolean is(Rows rows, String query) throws SQLException {
    return rows.all(row -> row.getBoolean(1), query, Map.of()).get(0);
  }
}
