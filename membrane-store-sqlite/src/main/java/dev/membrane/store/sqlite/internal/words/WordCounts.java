package dev.membrane.store.sqlite.internal.words;

import static java.util.stream.Collectors.joining;

import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.words.PoolWords;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * In how many records of a pool a word occurs: the sum of what the segments say and what the log
 * says, both written by {@code WordCountSegments}. A reading connection keeps the log in a table of
 * its own, in memory, to which it adds what is new.
 */
public final class WordCounts {

  /** What a connection that reads needs. */
  public static final String TABLES =
      """
      CREATE TEMP TABLE word_tail (
        pool INTEGER NOT NULL, word TEXT NOT NULL, records INTEGER NOT NULL,
        PRIMARY KEY (pool, word)) WITHOUT ROWID;
      CREATE TEMP TABLE word_tail_end (first INTEGER, last INTEGER);
      INSERT INTO word_tail_end VALUES (NULL, NULL);
      """;

  // Lists are taken apart before, or each word would read all of them again.
  private static final String COUNTS =
      """
      WITH asked AS MATERIALIZED (
        SELECT a.value ->> '$.words' AS words, a.value ->> '$.pools' AS pools
        FROM json_each(:asked) a),
      word AS MATERIALIZED (
        SELECT DISTINCT w.value AS word, p.value AS pool
        FROM asked CROSS JOIN json_each(asked.words) w CROSS JOIN json_each(asked.pools) p)
      SELECT w.word, w.pool, t.records, NULL
      FROM word w CROSS JOIN temp.word_tail t ON t.pool = w.pool AND t.word = w.word
      UNION ALL
      SELECT w.word, w.pool, 0, (
        SELECT c.counts FROM pool_word c
        WHERE c.run = r.run AND c.pool = w.pool AND c.first <= w.word
        ORDER BY c.first DESC LIMIT 1)
      FROM word w CROSS JOIN pool_word_run r
      """;

  private static final String IS_SAME_LOG =
      "SELECT first IS (SELECT min(id) FROM pool_word_log) FROM temp.word_tail_end";

  private static final String IS_ALL =
      "SELECT last IS (SELECT max(id) FROM pool_word_log) FROM temp.word_tail_end";

  private static final String FORGET = "DELETE FROM temp.word_tail";

  private static final String BEGIN =
      "UPDATE temp.word_tail_end SET first = (SELECT min(id) FROM pool_word_log), last = NULL";

  private static final String NEW =
      """
      SELECT pool, deltas FROM pool_word_log
      WHERE id > (SELECT coalesce(last, 0) FROM temp.word_tail_end)
      """;

  private static final String ADD =
      """
      INSERT INTO temp.word_tail (pool, word, records)
      SELECT ?, w.key, w.value FROM json_each(?) w WHERE true
      ON CONFLICT (pool, word) DO UPDATE SET records = records + excluded.records
      """;

  private static final String END =
      "UPDATE temp.word_tail_end SET last = (SELECT max(id) FROM pool_word_log)";

  private WordCounts() {}

  /** In how many records of each pool words occur, where they do. */
  public static Map<String, Map<Long, Long>> of(ReadTransaction rows, List<PoolWords> asked)
      throws SQLException {
    readLog(rows);
    Map<String, Map<Long, Long>> counts = new HashMap<>();
    rows.each(
        row -> {
          byte[] block = row.getBytes(4);
          long known = row.getLong(3);
          if (block == null && known == 0) {
            return;
          }
          String word = row.getString(1);
          long pool = row.getLong(2);
          long count = known + inBlock(pool, word, block);
          if (count != 0) {
            counts
                .computeIfAbsent(word, first -> new HashMap<>())
                .merge(pool, count, WordCounts::sum);
          }
        },
        COUNTS,
        Map.of("asked", asked.stream().map(WordCounts::json).collect(joining(",", "[", "]"))));
    counts.values().removeIf(Map::isEmpty);
    return counts;
  }

  private static long inBlock(long pool, String word, byte @Nullable [] counts)
      throws SQLException {
    return counts == null ? 0 : new WordBlock(pool, counts).count(word);
  }

  /** Null for none. */
  private static @Nullable Long sum(long one, long other) {
    return one + other == 0 ? null : (Long) (one + other);
  }

  private static String json(PoolWords asked) {
    return "{\"words\":" + JsonTexts.distinct(asked.words()) + ",\"pools\":" + asked.pools() + "}";
  }

  /** In how many records of all their pools together words occur, those of them that do. */
  public static Map<String, Long> sums(ReadTransaction rows, List<PoolWords> asked)
      throws SQLException {
    Map<String, Long> sums = new HashMap<>();
    of(rows, asked)
        .forEach(
            (word, counts) ->
                sums.put(word, counts.values().stream().mapToLong(count -> count).sum()));
    return sums;
  }

  private static void readLog(ReadTransaction rows) throws SQLException {
    boolean isSameLog = is(rows, IS_SAME_LOG);
    if (isSameLog && is(rows, IS_ALL)) {
      return;
    }
    if (!isSameLog) {
      rows.update(FORGET);
      rows.update(BEGIN);
    }
    Map<Long, Map<String, Long>> added = new HashMap<>();
    rows.each(
        row ->
            WordBlock.read(row)
                .addTo(added.computeIfAbsent(row.getLong(1), first -> new HashMap<>())),
        NEW);
    for (Map.Entry<Long, Map<String, Long>> pool : added.entrySet()) {
      rows.update(ADD, pool.getKey(), JsonTexts.object(pool.getValue()));
    }
    rows.update(END);
  }

  private static boolean is(ReadTransaction rows, String query) throws SQLException {
    return rows.all(row -> row.getBoolean(1), query, Map.of()).get(0);
  }
}
