package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.spi.store.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to an open database is seen before anything is acknowledged that would be lost. */
final class ReplacedFileTest {

  @TempDir private Path folder;
  private Path database;
  private SqliteStore store;

  @BeforeEach
  void open() {
    database = folder.resolve("membrane.db");
    store = SqliteStore.open(database);
    store.commit(SampleRecords.inserting(1));
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void nothing_is_acknowledged_once_the_file_was_removed_and_none_is_made() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    assertRefusesToWrite(database);
    store.close();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void a_backup_in_the_place_of_the_open_file_is_what_it_was() throws Exception {
    Path backup = backup();
    store.commit(SampleRecords.inserting(2));
    Files.move(backup, database, StandardCopyOption.REPLACE_EXISTING);
    assertRefusesToWrite(database);
    store.close();
    assertHasOnly(database, 1);
  }

  @Test
  void what_was_moved_away_has_all_that_was_acknowledged() throws Exception {
    Path backup = backup();
    store.commit(SampleRecords.inserting(2));
    Path former = folder.resolve("former.db");
    Files.move(database, former);
    Files.move(backup, database);
    assertRefusesToWrite(database);
    store.close();
    assertHasOnly(former, 1, 2);
    assertHasOnly(database, 1);
  }

  @Test
  void whoever_has_lost_the_lock_leaves_the_writing_to_others() throws Exception {
    Files.delete(folder.resolve("membrane.db-lock"));
    try (SqliteStore other = SqliteStore.open(database)) {
      assertRefusesToWrite(folder.resolve("membrane.db-lock"));
      other.commit(SampleRecords.inserting(2));
    }
    store.close();
    assertHasOnly(database, 1, 2);
  }

  private void assertRefusesToWrite(Path told) {
    for (int time = 0; time < 2; time++) {
      assertThatThrownBy(() -> store.commit(SampleRecords.inserting(9)))
          .isInstanceOf(StoreUnavailableException.class)
          .rootCause()
          .hasMessageStartingWith(told + ": was removed or replaced");
    }
    assertThatThrownBy(store::check).isInstanceOf(StoreUnavailableException.class);
  }

  private static void assertHasOnly(Path file, int... numbers) throws SQLException {
    assertThat(first(file, "PRAGMA integrity_check")).isEqualTo("ok");
    try (SqliteStore opened = SqliteStore.open(file)) {
      assertThat(opened.get(List.of(1, 2, 9).stream().map(SampleRecords::id).toList()))
          .extracting(stored -> stored.record().id())
          .containsExactlyInAnyOrder(
              IntStream.of(numbers).mapToObj(SampleRecords::id).toArray(String[]::new));
    }
  }

  private Path backup() throws SQLException {
    Path backup = folder.resolve("backup.db");
    first(database, "VACUUM INTO '" + backup + "'");
    return backup;
  }

  private static String first(Path file, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      return statement.execute(sql) ? statement.getResultSet().getString(1) : "";
    }
  }
}
