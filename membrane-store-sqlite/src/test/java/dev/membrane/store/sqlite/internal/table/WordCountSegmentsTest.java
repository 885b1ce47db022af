package dev.membrane.store.sqlite.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.store.jdbc.internal.words.PoolWords;
import dev.membrane.store.sqlite.EarlierVersion;
import dev.membrane.store.sqlite.SqliteConfig.Synchronous;
import dev.membrane.store.sqlite.SqliteStore;
import dev.membrane.store.sqlite.internal.session.Connections;
import dev.membrane.store.sqlite.internal.session.Sql;
import dev.membrane.store.sqlite.internal.words.WordCounts;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What segments and log say together is what was added, however much came at once. */
final class WordCountSegmentsTest {

  private static final int POOLS = 3;

  @TempDir private Path folder;
  private final Map<String, Long> expected = new TreeMap<>();
  private int most;
  private Path file;
  private Sql sql;

  @BeforeEach
  void a_new_file() throws SQLException {
    file = folder.resolve("counts.db");
    SqliteStore.open(file).close();
    sql = new Sql(new Connections(file, Synchronous.FULL).writing());
  }

  @AfterEach
  void close() throws SQLException {
    sql.close();
  }

  @Test
  void few_words_stay_in_the_log() throws SQLException {
    add(0, 100, 1);
    add(50, 150, 1);
    assertThat(rows("pool_word")).isZero();
    assertThat(found()).isEqualTo(expected);
  }

  @Test
  void a_long_log_becomes_a_run_and_runs_of_a_size_become_one() throws SQLException {
    for (int from = 0; from < 300_000; from += 5_000) {
      add(from, from + 5_000, 1);
      assertThat(logged()).isLessThanOrEqualTo(WordCountSegments.MAX_LOGGED);
    }
    assertThat(words()).hasSizeGreaterThan(250_000);
    assertThat(rows("pool_word_run")).isBetween(1L, 3L);
    assertThat(found()).isEqualTo(expected);
  }

  @Test
  void many_words_at_once_become_a_run() throws SQLException {
    add(0, 100, 1);
    add(0, 70_000, 2);
    assertThat(logged()).isZero();
    assertThat(number("SELECT count(*) FROM pool_word_run WHERE rows > 0")).isEqualTo(1);
    assertThat(found()).isEqualTo(expected);
  }

  @Test
  void however_small_they_are_there_are_few_runs() throws SQLException {
    for (int size = 120; size > 0; size--) {
      add(0, size, 2);
      add(0, size, -1);
    }
    assertThat(rows("pool_word_run")).isBetween(1L, 12L);
    assertThat(found()).isEqualTo(expected);
  }

  @Test
  void of_runs_of_which_nothing_is_left_only_the_last_stays() throws SQLException {
    add(0, 10, 1);
    add(0, 10, -1);
    add(0, 50_000, 1);
    add(50_000, 120_000, 1);
    assertThat(number("SELECT count(*) FROM pool_word_run WHERE rows = 0")).isZero();
    add(0, 50_000, -1);
    assertThat(found()).isEqualTo(expected);
    add(50_000, 120_000, -1);
    assertThat(found()).isEmpty();
    assertThat(rows("pool_word_run")).isEqualTo(1);
  }

  @Test
  void of_what_no_record_has_any_more_nothing_remains() throws SQLException {
    add(0, 50_000, 1);
    add(0, 5_000, -1);
    add(60_000, 67_000, 1);
    add(60_000, 60_100, -1);
    add(70_000, 80_000, 1);
    assertThat(found()).isEqualTo(expected);
    add(70_000, 80_000, -1);
    assertThat(found()).isEqualTo(expected);
    assertThat(words()).hasSize(expected.size());
    assertThat(logged()).isZero();
    assertThat(number("SELECT sum(rows) FROM pool_word_run")).isEqualTo(expected.size());
  }

  @Test
  void a_word_that_some_records_still_have_is_counted_down() throws SQLException {
    add(0, 50_000, 3);
    add(100, 200, -1);
    add(100, 150, -1);
    assertThat(found()).isEqualTo(expected);
    add(100, 150, -1);
    assertThat(found()).isEqualTo(expected);
    assertThat(words()).hasSize(expected.size());
  }

  @Test
  void a_reader_sees_what_its_transaction_sees_and_goes_on_from_there() throws SQLException {
    add(0, 100, 1);
    try (Sql early = reading()) {
      assertThat(found(early)).isEqualTo(expected);
      early.update("BEGIN");
      early.all(row -> row.getLong(1), "SELECT count(*) FROM pool_word_log");
      Map<String, Long> before = new TreeMap<>(expected);
      add(0, 70_000, 1);
      add(10, 20, 1);
      assertThat(found(early)).isEqualTo(before);
      early.commit();
      assertThat(found(early)).isEqualTo(expected);
      add(10, 20, -2);
      add(15, 30, 1);
      assertThat(found(early)).isEqualTo(expected);
    }
  }

  @Test
  void a_reader_is_told_the_sums_over_all_its_pools() throws SQLException {
    add(0, 50_000, 5);
    add(3_000, 6_000, -5);
    add(0, 300, 2);
    add(600, 900, -1);
    List<String> words = IntStream.range(0, 10_500 / POOLS).mapToObj(n -> "tw" + n).toList();
    Map<String, Long> sums = new HashMap<>();
    expected.forEach(
        (name, records) -> {
          String word = name.substring(2);
          if (!name.startsWith("1 ") && words.contains(word)) {
            sums.merge(word, records, Long::sum);
          }
        });
    try (Sql reading = reading()) {
      assertThat(sums).hasSizeGreaterThan(2_000);
      assertThat(WordCounts.sums(reading, List.of(new PoolWords(List.of(0L, 2L), words))))
          .isEqualTo(sums);
    }
  }

  @Test
  void counts_that_had_a_row_each_are_as_before() throws SQLException {
    add(0, 70_000, 1);
    add(60_000, 140_000, 2);
    add(100, 200, 1);
    assertThat(logged()).isPositive();
    Map<String, Long> segments = segments();
    sql.close();
    EarlierVersion.make(file, "PRAGMA user_version = 14;");
    SqliteStore.open(file).close();
    sql = new Sql(new Connections(file, Synchronous.FULL).writing());
    assertThat(segments()).hasSizeGreaterThan(1).isEqualTo(segments);
    assertThat(found()).isEqualTo(expected);
    add(0, 70_000, -1);
    assertThat(found()).isEqualTo(expected);
  }

  /** Adds to so many words of each pool in turn. */
  private void add(int from, int to, long delta) throws SQLException {
    most = Math.max(most, to);
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
    sql.update("BEGIN IMMEDIATE");
    new WordCountSegments(sql).add(words);
    sql.commit();
  }

  private Sql reading() throws SQLException {
    return new Sql(new Connections(file, Synchronous.FULL).reading());
  }

  private Map<String, Long> found() throws SQLException {
    try (Sql reading = reading()) {
      return found(reading);
    }
  }

  private Map<String, Long> found(Sql reading) throws SQLException {
    List<String> words = IntStream.rangeClosed(0, most / POOLS).mapToObj(n -> "tw" + n).toList();
    List<Long> pools = LongStream.range(0, POOLS).boxed().toList();
    Map<String, Long> found = new TreeMap<>();
    WordCounts.of(reading, List.of(new PoolWords(pools, words)))
        .forEach(
            (word, counts) ->
                counts.forEach((pool, records) -> found.put(pool + " " + word, records)));
    return found;
  }

  private long logged() throws SQLException {
    return number("SELECT coalesce(max(entries), 0) FROM pool_word_log");
  }

  private long rows(String table) throws SQLException {
    return number("SELECT count(*) FROM " + table);
  }

  private long number(String query) throws SQLException {
    return Objects.requireNonNull(sql.first(row -> row.getLong(1), query));
  }

  private Map<String, Long> segments() throws SQLException {
    Map<String, Long> rows = new TreeMap<>();
    sql.each(row -> rows.put(row.getString(1), row.getLong(2)), "SELECT * FROM pool_word_run");
    return rows;
  }

  private Set<String> words() throws SQLException {
    Set<String> words = new TreeSet<>();
    sql.each(
        row -> {
          long pool = row.getLong(1);
          EarlierVersion.counts(row).keySet().forEach(word -> words.add(pool + " " + word));
        },
        "SELECT pool, counts FROM pool_word");
    return words;
  }
}
