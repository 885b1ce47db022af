package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What two tables say together is what was added, however much came at once. */
final class WordCountsTest {

  private static final int POOLS = 3;

  @TempDir private Path folder;
  private final Map<String, Long> expected = new TreeMap<>();
  private Sql sql;

  @BeforeEach
  void a_new_file() throws SQLException {
    Path file = folder.resolve("counts.db");
    SqliteStore.open(file).close();
    sql = new Sql(DriverManager.getConnection("jdbc:sqlite:" + file));
  }

  @AfterEach
  void close() throws SQLException {
    sql.close();
  }

  @Test
  void few_words_stay_in_the_small_table() throws SQLException {
    add(0, 100, 1);
    assertThat(counts("pool_word")).isEmpty();
    assertThat(counts("pool_word_recent")).isEqualTo(expected);
  }

  @Test
  void the_small_table_is_emptied_when_it_has_become_large() throws SQLException {
    for (int from = 0; from < 10_000; from += 500) {
      add(from, from + 500, 1);
      assertThat(counts("pool_word_recent")).hasSizeLessThanOrEqualTo(8_000);
      assertThat(sums()).isEqualTo(expected);
    }
    assertThat(counts("pool_word")).isNotEmpty();
  }

  @Test
  void many_words_go_to_the_large_table_after_those_before_them() throws SQLException {
    add(0, 100, 1);
    add(0, 10_000, 2);
    assertThat(counts("pool_word_recent")).isEmpty();
    assertThat(counts("pool_word")).isEqualTo(expected);
  }

  @Test
  void of_what_no_record_has_any_more_nothing_remains() throws SQLException {
    add(0, 10_000, 1);
    add(0, 5_000, -1);
    add(20_000, 27_000, 1);
    add(20_000, 20_100, -1);
    add(30_000, 40_000, 1);
    assertThat(sums()).isEqualTo(expected);
    add(30_000, 40_000, -1);
    assertThat(counts("pool_word_recent")).isEmpty();
    assertThat(counts("pool_word")).isEqualTo(expected).doesNotContainValue(0L);
  }

  @Test
  void a_reader_is_told_what_both_tables_say_of_all_its_pools() throws SQLException {
    add(0, 10_000, 5);
    add(3_000, 6_000, -5);
    add(0, 300, 2);
    add(600, 900, -1);
    List<String> words = IntStream.range(0, 10_500 / POOLS).mapToObj(n -> "tw" + n).toList();
    Map<String, Long> found = WordCounts.sums(sql, List.of(0L, 2L), words);

    Map<String, Long> sums = new HashMap<>();
    expected.forEach(
        (name, records) -> {
          if (!name.startsWith("1 ")) {
            sums.merge(name.substring(2), records, Long::sum);
          }
        });
    assertThat(sums).hasSizeGreaterThan(2_000);
    assertThat(found).isEqualTo(sums);
  }

  /** Adds to so many words of each pool in turn. */
  private void add(int from, int to, long delta) throws SQLException {
    Map<Long, Map<String, Long>> words = new HashMap<>();
    for (int number = from; number < to; number++) {
      long pool = number % POOLS;
      String word = "tw" + number / POOLS;
      words.computeIfAbsent(pool, first -> new HashMap<>()).put(word, delta);
      String name = pool + " " + word;
      if (expected.merge(name, delta, Long::sum) == 0) {
        expected.remove(name);
      }
    }
    new WordCounts(sql).add(words);
  }

  private Map<String, Long> counts(String table) throws SQLException {
    return read("SELECT pool, word, records FROM " + table);
  }

  private Map<String, Long> sums() throws SQLException {
    return read(
        """
        SELECT pool, word, sum(records)
        FROM (SELECT * FROM pool_word UNION ALL SELECT * FROM pool_word_recent)
        GROUP BY pool, word
        HAVING sum(records) <> 0
        """);
  }

  private Map<String, Long> read(String query) throws SQLException {
    Map<String, Long> counts = new TreeMap<>();
    sql.each(row -> counts.put(row.getLong(1) + " " + row.getString(2), row.getLong(3)), query);
    return counts;
  }
}
