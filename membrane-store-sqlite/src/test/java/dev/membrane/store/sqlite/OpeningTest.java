package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.spi.store.StoreOpenException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

final class OpeningTest {

  @TempDir private Path folder;

  @Test
  void a_missing_file_is_created_and_nothing_stays_beside_it_but_the_lock() throws IOException {
    SqliteStore.open(database()).close();
    assertThat(contents()).containsOnlyKeys("membrane.db", "membrane.db-lock");
  }

  @Test
  void its_owner_alone_may_read_what_is_made() throws IOException {
    try (SqliteStore store = SqliteStore.open(database())) {
      store.commit(SampleRecords.inserting(1));
      assertThat(rights())
          .containsOnlyKeys("membrane.db", "membrane.db-lock", "membrane.db-wal", "membrane.db-shm")
          .allSatisfy((name, rights) -> assertThat(rights).isEqualTo("rw-------"));
    }
  }

  /** Only root can give files away, as whom a command may run beside a service. */
  @Test
  void what_is_made_belongs_to_the_owner_of_the_folder() throws IOException {
    if (Files.getOwner(folder).getName().equals("root")) {
      Files.setAttribute(folder, "unix:uid", 12_345);
      Files.setAttribute(folder, "unix:gid", 54_321);
    }
    Path key = KeyFiles.make(folder.resolve("key"));
    try (SqliteStore store = SqliteStore.open(new SqliteConfig(database()).encryptedWith(key))) {
      store.commit(SampleRecords.inserting(1));
      try (Stream<Path> files = Files.list(folder)) {
        assertThat(files.filter(file -> !file.equals(key)))
            .hasSizeGreaterThan(4)
            .allSatisfy(
                file -> {
                  for (String id : List.of("unix:uid", "unix:gid")) {
                    assertThat(Files.getAttribute(file, id))
                        .isEqualTo(Files.getAttribute(folder, id));
                  }
                });
      }
    }
  }

  @Test
  void the_rights_of_a_file_that_is_there_stay_as_they_are() throws IOException {
    SqliteStore.open(database()).close();
    Files.setPosixFilePermissions(database(), PosixFilePermissions.fromString("rw-r-----"));
    SqliteStore.open(database()).close();
    assertThat(rights()).containsEntry("membrane.db", "rw-r-----");
  }

  @Test
  void what_was_made_in_vain_is_taken_away() throws IOException {
    SqliteStore made = SqliteStore.open(database());
    made.commit(SampleRecords.inserting(1));
    made.abandon();
    assertThat(contents()).isEmpty();
  }

  @Test
  void what_was_there_before_stays_when_it_is_abandoned() throws IOException {
    SqliteStore.open(database()).close();
    SqliteStore opened = SqliteStore.open(database());
    opened.commit(SampleRecords.inserting(1));
    opened.abandon();
    try (SqliteStore later = SqliteStore.open(database())) {
      assertThat(later.get(List.of(SampleRecords.id(1)))).hasSize(1);
    }
  }

  @Test
  void a_file_that_has_another_name_is_opened_by_neither() throws IOException {
    Path other = folder.resolve("other.db");
    try (SqliteStore store = SqliteStore.open(database())) {
      Files.createLink(other, database());
      for (Path name : List.of(other, database())) {
        assertThatThrownBy(() -> SqliteReader.open(name))
            .isInstanceOf(StoreOpenException.class)
            .hasMessage(
                name + ": the file has other names (hard links); remove them, or copy the file");
      }
      assertThatThrownBy(() -> SqliteStore.open(other))
          .isInstanceOf(StoreOpenException.class)
          .hasMessageContaining("hard links");
      assertThat(contents()).doesNotContainKey("other.db-lock");
      store.commit(SampleRecords.inserting(1));
    }
    Files.delete(other);
    SqliteStore.open(database()).close();
  }

  private Map<String, String> rights() throws IOException {
    Map<String, String> rights = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        rights.put(
            file.getFileName().toString(),
            PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
      }
    }
    return rights;
  }

  @Test
  void a_second_writer_of_the_same_process_is_refused_until_the_first_closes() {
    try (SqliteStore first = SqliteStore.open(database())) {
      assertRefused(database(), "this process has it open already");
      first.commit(SampleRecords.inserting(1));
    }
    try (SqliteStore later = SqliteStore.open(database())) {
      assertThat(later.get(List.of(SampleRecords.id(1)))).hasSize(1);
    }
  }

  @Test
  void a_second_writer_is_found_whatever_it_calls_the_file() throws IOException {
    Path link = folder.resolve("link.db");
    try (SqliteStore first = SqliteStore.open(database())) {
      first.check();
      Files.createSymbolicLink(link, database());
      assertThatThrownBy(() -> SqliteStore.open(link)).isInstanceOf(StoreOpenException.class);
    }
  }

  @Test
  void a_second_process_is_refused() throws IOException {
    try (SqliteStore first = SqliteStore.open(database());
        OtherProcess other = OtherProcess.on(database())) {
      first.check();
      assertThat(other.line()).isEqualTo(database() + ": another process has it open");
    }
  }

  @Test
  void a_process_that_was_killed_leaves_the_file_free() throws IOException {
    try (OtherProcess other = OtherProcess.on(database())) {
      assertThat(other.line()).isEqualTo("open");
      assertRefused(database(), "another process has it open");
    }
    SqliteStore.open(database()).close();
  }

  @Test
  void a_folder_is_no_database() {
    assertMistaken(folder, "is a folder, not a database file");
  }

  @Test
  @Timeout(60)
  void a_pipe_or_a_device_is_no_database_and_is_not_waited_for() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    for (Path path : List.of(pipe, Path.of("/dev/zero"))) {
      assertMistaken(path, "is a pipe or a device, not a database file");
      assertThatThrownBy(() -> SqliteReader.open(path))
          .isInstanceOfSatisfying(
              StoreOpenException.class, it -> assertThat(it.isConfiguration()).isTrue())
          .hasMessage(path + ": is a pipe or a device, not a database file");
    }
    assertThat(folder.resolve("pipe-lock")).doesNotExist();
  }

  @Test
  void a_missing_folder_is_named() {
    assertRefused(folder.resolve("none/membrane.db"), "the folder does not exist");
  }

  @Test
  void a_question_mark_in_the_path_is_refused() {
    assertMistaken(folder.resolve("a?mode=memory"), "the path must not contain a question mark");
  }

  @Test
  void a_name_that_stands_for_no_file_elsewhere_is_refused() {
    assertMistaken(
        folder.resolve(":memory:"), "would be a file; a memory without one is another store");
  }

  @Test
  void a_folder_that_takes_no_files_is_refused() {
    assertThatThrownBy(() -> SqliteStore.open(Path.of("/proc/membrane.db")))
        .isInstanceOf(StoreOpenException.class)
        .hasMessage("/proc/membrane.db: the folder cannot be written");
  }

  @Test
  void a_read_only_folder_is_refused() throws IOException {
    Path closed = Files.createDirectory(folder.resolve("closed"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
    assertRefusedUnlessRoot(closed, closed.resolve("membrane.db"), "the folder is read-only");
  }

  @Test
  void a_read_only_file_is_refused() throws IOException {
    SqliteStore.open(database()).close();
    Files.setPosixFilePermissions(database(), PosixFilePermissions.fromString("r--r--r--"));
    assertRefusedUnlessRoot(database(), database(), "the file is read-only");
  }

  /** To root nothing is read-only, so there the store has to open. */
  private void assertRefusedUnlessRoot(Path guarded, Path database, String message) {
    if (Files.isWritable(guarded)) {
      SqliteStore.open(database).close();
    } else {
      assertRefused(database, message);
    }
  }

  @Test
  void a_file_of_another_kind_is_refused() throws IOException {
    Files.writeString(database(), "This is a letter, not a database. ".repeat(100));
    assertMistaken(database(), "is not a SQLite database, or damaged");
  }

  @Test
  void a_damaged_schema_is_refused() throws IOException {
    SqliteStore.open(database()).close();
    byte[] bytes = Files.readAllBytes(database());
    Arrays.fill(bytes, 100, 4096, (byte) 0xA5);
    Files.write(database(), bytes);
    assertThatThrownBy(() -> SqliteStore.open(database()))
        .isInstanceOfSatisfying(
            StoreOpenException.class, fault -> assertThat(fault.isConfiguration()).isTrue())
        .hasMessageStartingWith(database() + ": cannot be opened: ")
        .hasMessageNotContaining("\n");
  }

  @Test
  void the_database_of_another_application_is_refused() throws IOException, SQLException {
    execute("CREATE TABLE music (title TEXT)");
    assertMistaken(database(), "is a SQLite database, but not one of Membrane's");
  }

  @Test
  void a_newer_database_is_refused() throws IOException, SQLException {
    SqliteStore.open(database()).close();
    execute("PRAGMA user_version = 1000");
    assertMistaken(
        database(),
        "was written by a newer Membrane (database version 1000, this one knows "
            + SqliteMigrations.ALL.newestVersion()
            + ")");
  }

  @Test
  void an_empty_file_becomes_a_database() throws IOException {
    Files.createFile(database());
    try (SqliteStore store = SqliteStore.open(database())) {
      store.commit(SampleRecords.inserting(1));
    }
    SqliteStore.open(database()).close();
  }

  @Test
  void an_older_database_is_migrated_with_all_that_it_holds() {
    try (SqliteStore first = SqliteStore.open(database())) {
      first.commit(SampleRecords.inserting(1));
    }
    SqliteMigrations newer = SqliteMigrations.ALL.and("next_for_a_test.sql");
    try (SqliteStore migrated = SqliteStore.open(database(), newer)) {
      assertThat(migrated.get(List.of(SampleRecords.id(1)))).hasSize(1);
      String colour =
          migrated
              .readers()
              .read(rows -> rows.first(row -> row.getString(1), "SELECT colour FROM memory"));
      assertThat(colour).isEqualTo("red");
    }
    assertMistaken(
        database(),
        "was written by a newer Membrane (database version "
            + (SqliteMigrations.ALL.newestVersion() + 1)
            + ", this one knows "
            + SqliteMigrations.ALL.newestVersion()
            + ")");
  }

  @Test
  void a_migration_that_fails_changes_nothing() {
    SqliteStore.open(database()).close();
    Map<String, byte[]> before = contents();
    SqliteMigrations broken = SqliteMigrations.ALL.and("next_for_a_test.sql").and("V1__tables.sql");
    assertThatThrownBy(() -> SqliteStore.open(database(), broken))
        .isInstanceOf(StoreOpenException.class);
    assertThat(contents()).usingRecursiveComparison().isEqualTo(before);
    SqliteStore.open(database()).close();
  }

  private Path database() {
    return folder.resolve("membrane.db");
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database());
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  /** Refused as a fault of the configuration, which no other start mends. */
  private void assertMistaken(Path path, String message) {
    assertRefused(path, message, true);
  }

  private void assertRefused(Path path, String message) {
    assertRefused(path, message, false);
  }

  /** Refused in one line, and everything is as it was. */
  private void assertRefused(Path path, String message, boolean isConfiguration) {
    Map<String, byte[]> before = contents();
    assertThatThrownBy(() -> SqliteStore.open(path))
        .isInstanceOfSatisfying(
            StoreOpenException.class,
            fault -> assertThat(fault.isConfiguration()).isEqualTo(isConfiguration))
        .hasMessage(path + ": " + message);
    assertThat(contents()).usingRecursiveComparison().isEqualTo(before);
  }

  private Map<String, byte[]> contents() {
    try (Stream<Path> files = Files.walk(folder)) {
      Map<String, byte[]> contents = new TreeMap<>();
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        // SQLite's shared memory is not the store's to keep still.
        boolean moves = file.toString().endsWith("-shm");
        contents.put(file.getFileName().toString(), moves ? new byte[0] : Files.readAllBytes(file));
      }
      return contents;
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }
}
