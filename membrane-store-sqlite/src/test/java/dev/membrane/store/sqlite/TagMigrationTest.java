package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.StoredRecord.Anchor;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.sqlite.internal.session.Sql;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file of the first version gets the lists of tags that the store itself would have written. */
final class TagMigrationTest {

  private static final List<String> TAGS =
      List.of("plain", "Two Words", "quo\"te", "back\\slash", "g", "t=1", "é🍐", "x".repeat(200));

  private static final List<String> KEPT =
      List.of("space", "lane", "memory", "document", "pool", "tombstone", "audit", "audit_total");

  @TempDir private Path folder;
  private Path written;
  private Path migrated;

  @BeforeEach
  void migrate() throws SQLException {
    written = folder.resolve("written.db");
    migrated = folder.resolve("migrated.db");
    try (SqliteStore store = SqliteStore.open(written)) {
      store.commit(changes());
    }
    assertThat(rows(written, "SELECT * FROM tag_recent")).isEmpty();
    asFirstWritten();
    SqliteStore.open(migrated).close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tag_rank", "tag_rest", "tag_drift"})
  void a_migrated_file_has_the_rows_of_a_new_one(String table) throws SQLException {
    assertThat(rows(migrated, "SELECT * FROM " + table))
        .isNotEmpty()
        .isEqualTo(rows(written, "SELECT * FROM " + table));
  }

  @Test
  void a_migrated_file_has_the_counts_of_a_new_one() throws SQLException {
    assertThat(counts(migrated)).isNotEmpty().isEqualTo(counts(written));
  }

  @Test
  void nothing_of_the_table_of_tags_remains() throws SQLException {
    String schema = "SELECT type, name, sql FROM sqlite_master ORDER BY name";
    assertThat(rows(migrated, schema)).isEqualTo(rows(written, schema));
  }

  /** Floored and not, pinned, linear, without salience; scoped and not; with some of the tags. */
  private static Changeset changes() {
    Changeset.Builder changes = Changeset.builder();
    for (int number = 0; number < 200; number++) {
      MemoryRecord record = record(number);
      Anchor anchor = new Anchor(number % 7 / 7.0, record.createdAt());
      Map<String, Integer> terms =
          number % 11 == 0 ? Map.of() : Map.of("g" + number % 3, 2, "t", 1);
      changes.change(new Change.Insert(record, anchor, new Terms(terms), List.of()));
    }
    return changes.build();
  }

  private static MemoryRecord record(int number) {
    DecayCurve curve = number % 4 == 1 ? DecayCurve.LINEAR : DecayCurve.EXPONENTIAL;
    MemoryRecord plain =
        SampleRecords.fact(
            number,
            number % 3 == 0 ? null : "scope",
            SampleRecords.START.plusSeconds(number),
            curve);
    Lifecycle old = plain.lifecycle();
    Double floor = number % 5 == 0 ? 0.25 : null;
    return plain.toBuilder()
        .tags(
            TAGS.subList(
                number % TAGS.size(), Math.min(TAGS.size(), number % TAGS.size() + number % 4)))
        .lifecycle(
            new Lifecycle(
                new DecayProfile(curve, 86_400 + number % 20, floor, null, null),
                old.lastReinforcedAt(),
                number % 13 == 0,
                old.deletionPolicy()))
        .build();
  }

  /** The rows as the first version had them: the lists and counts of tags are derived of others. */
  private void asFirstWritten() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + migrated);
        Statement statement = connection.createStatement()) {
      new SqliteMigrations(List.of("V1__tables.sql")).run(connection, StoreCipher.NONE);
      statement.executeUpdate("ATTACH '" + written + "' AS source");
      for (String table : KEPT) {
        String columns = columns(statement, table);
        statement.executeUpdate(
            "INSERT INTO %s SELECT %s FROM source.%s".formatted(table, columns, table));
      }
      Sql sql = new Sql(connection);
      for (Map.Entry<List<Object>, Long> count : counts(written).entrySet()) {
        if (count.getKey().get(1).toString().startsWith("t")) {
          sql.update(
              "INSERT INTO pool_word VALUES (?, ?, ?)",
              count.getKey().get(0),
              count.getKey().get(1),
              count.getValue());
        }
      }
      statement.executeUpdate(
          "INSERT INTO tag SELECT m.rid, t.value FROM memory m JOIN document d ON d.rid = m.rid,"
              + " json_each(d.doc, '$.tags') t");
    }
  }

  /** By pool and word. */
  private static Map<List<Object>, Long> counts(Path file) throws SQLException {
    Map<List<Object>, Long> counts = new HashMap<>();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
      new Sql(connection)
          .each(
              row -> {
                long pool = row.getLong(1);
                EarlierVersion.counts(row)
                    .forEach((word, count) -> counts.merge(List.of(pool, word), count, Long::sum));
              },
              "SELECT pool, counts FROM pool_word UNION ALL SELECT pool, deltas FROM pool_word_log");
    }
    return counts;
  }

  private static String columns(Statement statement, String table) throws SQLException {
    String columns = "SELECT group_concat(name) FROM pragma_table_info('" + table + "')";
    try (ResultSet names = statement.executeQuery(columns)) {
      return names.getString(1);
    }
  }

  private static List<List<Object>> rows(Path file, String query) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(query)) {
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
}
