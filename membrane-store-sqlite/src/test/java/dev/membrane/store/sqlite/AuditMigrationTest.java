package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.StoredRecord.Anchor;
import dev.membrane.spi.store.Vector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file of the fourth version gets the notes that the store itself would have taken. */
final class AuditMigrationTest {

  @TempDir private Path folder;
  private Path written;
  private Path migrated;

  @BeforeEach
  void migrate() throws Exception {
    written = folder.resolve("written.db");
    migrated = folder.resolve("migrated.db");
    try (SqliteStore store = SqliteStore.open(written)) {
      write(store);
    }
    Files.copy(written, migrated);
    asBefore();
    SqliteStore.open(migrated).close();
    try (SqliteStore store = SqliteStore.open(written)) {
      store.commit(Changeset.builder().addKey(new Key(Key.FORMER_TERMS.name(), "", null)).build());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"audit_head", "key", "queue", "embedding"})
  void a_migrated_file_has_the_rows_of_a_new_one(String table) throws SQLException {
    assertThat(rows(migrated, table)).isNotEmpty().isEqualTo(rows(written, table));
  }

  /** Scoped records and others, some of them deleted, with logs of any length. */
  private static void write(SqliteStore store) {
    Changeset.Builder inserts = Changeset.builder();
    Changeset.Builder later = Changeset.builder();
    for (int number = 0; number < 60; number++) {
      String scope = number % 3 == 0 ? null : "scope" + number % 4;
      MemoryRecord record =
          SampleRecords.fact(number, scope, SampleRecords.START, DecayCurve.EXPONENTIAL);
      Anchor anchor = new Anchor(0.5, record.createdAt());
      List<AuditLink> log = links(number, number % 4);
      inserts.change(new Change.Insert(record, anchor, Terms.NONE, log));
      if (number % 5 == 0) {
        later.change(new Change.Delete(record.id(), 1, links(100 + number, number % 2)));
      } else {
        later.embed(
            new Embedding(record.id(), "é" + number % 2, Vector.of(new float[] {number, 1, 2})));
        later.addKey(
            new Key("key 🍐" + number, "v" + number, number % 2 == 0 ? null : record.id()));
        later.enqueue(new QueueRow("queue", record.id(), SampleRecords.START, number));
      }
    }
    store.commit(inserts.build());
    store.commit(later.build());
  }

  private static List<AuditLink> links(int number, int count) {
    AuditEntry entry = new AuditEntry(AuditAction.REVISE, "ann", SampleRecords.START, "why");
    return IntStream.range(0, count)
        .mapToObj(i -> new AuditLink(entry, "", "r", "c", "hash " + number + " " + i))
        .toList();
  }

  private void asBefore() throws SQLException {
    EarlierVersion.make(migrated, EarlierVersion.FIFTH);
  }

  private static List<List<Object>> rows(Path file, String table) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("SELECT * FROM " + table)) {
      List<List<Object>> rows = new ArrayList<>();
      while (found.next()) {
        List<Object> row = new ArrayList<>();
        for (int column = 1; column <= found.getMetaData().getColumnCount(); column++) {
          Object value = found.getObject(column);
          row.add(value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value);
        }
        rows.add(row);
      }
      return rows;
    }
  }
}
