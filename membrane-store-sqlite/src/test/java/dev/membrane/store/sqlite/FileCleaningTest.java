package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.words.WordEncoding;
import dev.membrane.store.jdbc.internal.words.WordList;
import dev.membrane.store.sqlite.internal.session.Sql;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of the version before, from which records were deleted as that version did it. */
final class FileCleaningTest {

  private static final List<String> TABLES =
      List.of("memory", "document", "tag_rank", "tag_rest", "tag_drift");

  @TempDir private Path folder;
  private final Markers gone = new Markers(1);
  private final Markers kept = new Markers(2);

  @Test
  void a_file_of_before_is_cleaned_when_it_is_opened() throws SQLException {
    try (SqliteStore store = SqliteStore.open(file())) {
      for (int number = 0; number < 200; number++) {
        store.commit(inserting(number, number % 2 == 0 ? kept : gone));
      }
    }
    deleteAsBefore();
    assertThat(gone.in(folder)).isNotEmpty();
    SqliteStore.open(file()).close();
    assertThat(gone.in(folder)).isEmpty();
    assertThat(kept.in(folder)).hasSize(kept.size());
  }

  private Path file() {
    return folder.resolve("membrane.db");
  }

  private static Changeset inserting(int number, Markers markers) {
    String word = markers.next(false);
    MemoryRecord record =
        SampleRecords.fact(number, "scope", SampleRecords.START).toBuilder()
            .tags(List.of("tag" + markers.next(false)))
            .build();
    return Changeset.builder().change(SampleRecords.insert(record, Map.of(word, 1))).build();
  }

  private void deleteAsBefore() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file())) {
      Sql sql = new Sql(connection);
      sql.pragma("secure_delete = OFF");
      sql.update("INSERT INTO posting (posting, rank) VALUES ('secure-delete', 0)");
      for (long rid = 2; rid <= 200; rid += 2) {
        sql.update(
            "INSERT INTO posting (posting, rowid, words) VALUES ('delete', ?, ?)",
            rid,
            posting(sql, rid));
        for (String table : TABLES) {
          sql.update("DELETE FROM " + table + " WHERE rid = ?", rid);
        }
      }
    }
    asFourth();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file())) {
      new Sql(connection)
          .update(
              "UPDATE pool_word_recent SET records = 0 WHERE records < 100 AND word NOT IN"
                  + " (SELECT DISTINCT value FROM document, json_each('[\"' || replace(replace(trim(words),"
                  + " '=1', ''), ' ', '\",\"') || '\"]'))");
    }
  }

  private void asFourth() throws SQLException {
    EarlierVersion.make(file(), EarlierVersion.FOURTH);
  }

  private static String posting(Sql sql, long rid) throws SQLException {
    String query =
        "SELECT d.words, m.space, m.whole FROM document d JOIN memory m ON m.rid = d.rid"
            + " WHERE d.rid = ?";
    String found =
        sql.first(
            row ->
                posted(
                    new WordList(row.getString(1)).listed(StoreCipher.NONE.words("")).all(),
                    row.getLong(2),
                    row.getLong(3)),
            query,
            rid);
    return Objects.requireNonNull(found);
  }

  private static String posted(List<String> words, long space, long whole) {
    return Stream.of(space, whole)
        .flatMap(each -> words.stream().map(word -> WordEncoding.in(each, word)))
        .collect(Collectors.joining(" "));
  }
}
