package dev.membrane.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Membrane;
import dev.membrane.store.memory.InMemoryStore;
import dev.membrane.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcLoopTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "memory",
        "document",
        "tag_rank",
        "tag_recent",
        "audit",
        "queue",
        "pool",
        "audit_total",
        "space"
      })
  void the_loop_writes_the_rows_of_the_store(String table) throws SQLException {
    Path store = written(20);
    Path copy = copied(store);

    List<List<Object>> rows = rows(store, "SELECT * FROM " + table + " ORDER BY 1, 2");

    assertThat(rows).isNotEmpty();
    assertThat(rows(copy, "SELECT * FROM " + table + " ORDER BY 1, 2")).isEqualTo(rows);
  }

  @Test
  void the_loop_writes_the_posting_lists_of_the_store() throws SQLException {
    Path store = written(20);
    Path copy = copied(store);

    assertThat(postings(copy)).isNotEmpty().isEqualTo(postings(store));
  }

  @Test
  void the_loop_counts_the_words_of_the_store() throws SQLException {
    Path store = writtenAtOnce(60);
    Path copy = folder.resolve("loop.db");
    SqliteStore.open(copy).close();
    assertThat(JdbcLoop.like(store).seconds(copy, 60)).isPositive();

    String counts = "SELECT pool, hex(deltas) FROM pool_word_log ORDER BY 1";
    assertThat(rows(copy, counts)).hasSize(4).isEqualTo(rows(store, counts));
  }

  private Path written(int observations) {
    Path file = folder.resolve("store.db");
    Corpus corpus = new Corpus(3);
    try (SqliteStore store = SqliteStore.open(file);
        Membrane engine = Membrane.builder().backgroundJobs(false).store(store).build()) {
      for (int n = 0; n < observations; n++) {
        engine.ingestion().observe(corpus.observation("scope:" + n % 3));
      }
    }
    return file;
  }

  /** All in one commit. */
  private Path writtenAtOnce(int observations) {
    Path file = folder.resolve("store.db");
    Corpus corpus = new Corpus(3);
    try (SqliteStore store = SqliteStore.open(file)) {
      Gathering gathering = new Gathering(new InMemoryStore(), observations, store::commit);
      try (Membrane engine = Membrane.builder().store(gathering).build()) {
        for (int n = 0; n < observations; n++) {
          engine.ingestion().observe(corpus.observation("scope:" + n % 3));
        }
      }
    }
    return file;
  }

  private Path copied(Path store) {
    Path file = folder.resolve("loop.db");
    SqliteStore.open(file).close();
    assertThat(JdbcLoop.like(store).seconds(file, 7)).isPositive();
    return file;
  }

  private static List<List<Object>> postings(Path file) throws SQLException {
    return rows(
        file,
        "CREATE VIRTUAL TABLE temp.word USING fts5vocab(main, posting, row)",
        "SELECT term, doc FROM temp.word ORDER BY 1");
  }

  private static List<List<Object>> rows(Path file, String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < statements.length - 1; i++) {
        statement.executeUpdate(statements[i]);
      }
      return rows(statement.executeQuery(statements[statements.length - 1]));
    }
  }

  private static List<List<Object>> rows(ResultSet found) throws SQLException {
    List<List<Object>> rows = new ArrayList<>();
    while (found.next()) {
      List<Object> row = new ArrayList<>();
      for (int column = 1; column <= found.getMetaData().getColumnCount(); column++) {
        row.add(found.getObject(column));
      }
      rows.add(row);
    }
    return rows;
  }
}
