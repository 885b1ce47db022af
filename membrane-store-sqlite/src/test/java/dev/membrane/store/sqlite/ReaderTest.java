package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.spi.store.UnreadableRecordException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is read beside whoever writes it, and what is damaged in it. */
final class ReaderTest {

  @TempDir private Path folder;

  @Test
  void a_reader_sees_what_a_writer_of_its_own_process_commits() {
    try (SqliteStore writer = SqliteStore.open(database())) {
      try (SqliteReader reader = SqliteReader.open(database())) {
        writer.commit(SampleRecords.inserting(1));
        assertThat(reader.get(List.of(SampleRecords.id(1))))
            .isEqualTo(writer.get(List.of(SampleRecords.id(1))))
            .hasSize(1);
      }
      writer.commit(SampleRecords.inserting(2));
      assertThat(writer.get(List.of(SampleRecords.id(2)))).hasSize(1);
    }
  }

  @Test
  void a_closed_reader_does_not_give_away_the_lock_of_the_writer() throws IOException {
    try (SqliteStore writer = SqliteStore.open(database())) {
      SqliteReader.open(database()).close();
      try (OtherProcess other = OtherProcess.on(database())) {
        assertThat(other.line()).endsWith("another process has it open");
      }
      writer.check();
    }
  }

  @Test
  void a_reader_sees_what_another_process_commits_and_what_it_left_when_it_was_killed()
      throws IOException {
    String last;
    try (OtherProcess other = OtherProcess.on(database())) {
      assertThat(other.line()).isEqualTo("open");
      String first = other.line();
      try (SqliteReader reader = SqliteReader.open(database())) {
        assertThat(reader.get(List.of(first))).hasSize(1);
        last = other.line();
        assertThat(reader.get(List.of(last))).hasSize(1);
      }
    }
    try (SqliteReader reader = SqliteReader.open(database())) {
      assertThat(reader.get(List.of(last))).hasSize(1);
    }
  }

  @Test
  void a_reader_needs_no_writer() {
    inserted(1);
    try (SqliteReader reader = SqliteReader.open(database())) {
      reader.check();
      assertThat(reader.auditLogs("", 10)).hasSize(1);
    }
    SqliteStore.open(database()).close();
    assertThat(folder.resolve("membrane.db-wal")).doesNotExist();
  }

  @Test
  void a_file_that_is_not_there_is_not_made() {
    assertThatThrownBy(() -> SqliteReader.open(database()))
        .isInstanceOf(StoreOpenException.class)
        .hasMessage(database() + ": no such file");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void foreign_older_and_newer_files_are_refused() throws Exception {
    Files.writeString(database(), "not a database at all, but long enough to be looked at");
    assertMistaken(
        "cannot be read: [SQLITE_NOTADB] File opened that is not a database file (file is not a"
            + " database)");
    Files.delete(database());
    change("CREATE TABLE other (a)");
    assertMistaken("is a SQLite database, but not one of Membrane's");
    Files.delete(database());
    inserted(1);
    change("PRAGMA user_version = 0");
    assertRefused("was written by an older Membrane; start membraned once to bring it up to date");
    change("PRAGMA user_version = 99");
    assertMistaken(
        "was written by a newer Membrane (database version 99, this one knows "
            + SqliteMigrations.ALL.newestVersion()
            + ")");
  }

  @Test
  void a_closed_reader_is_unavailable() {
    inserted(1);
    StoreReader reader = SqliteReader.open(database());
    reader.close();
    reader.close();
    assertThatThrownBy(reader::check).isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void a_document_that_was_damaged_is_named_and_hides_no_other() throws Exception {
    inserted(1, 2);
    change("UPDATE document SET doc = replace(doc, '\"type\"', '\"typo\"') WHERE rid = 1");
    try (SqliteReader reader = SqliteReader.open(database())) {
      assertThatThrownBy(() -> reader.get(List.of(SampleRecords.id(1))))
          .isInstanceOf(UnreadableRecordException.class)
          .hasMessageContaining(SampleRecords.id(1));
      List<AuditTrail> trails = reader.auditLogs("", 10);
      assertThat(trails.get(0).damage()).contains("type");
      assertThat(trails.get(0).stored()).isNull();
      assertThat(trails.get(0).links()).hasSize(1);
      assertThat(trails.get(1).damage()).isNull();
    }
  }

  @Test
  void an_audit_entry_that_was_damaged_is_named() throws Exception {
    inserted(1);
    change("UPDATE audit SET action = 'reform'");
    try (SqliteReader reader = SqliteReader.open(database())) {
      AuditTrail trail = reader.auditLog(SampleRecords.id(1)).orElseThrow();
      assertThat(trail.damage()).startsWith("entry 1: ");
      assertThat(trail.links()).isEmpty();
      assertThatThrownBy(() -> reader.get(List.of(SampleRecords.id(1))))
          .isInstanceOf(UnreadableRecordException.class);
    }
  }

  @Test
  void a_record_whose_audit_entries_were_taken_away_is_still_read() throws Exception {
    Change.Insert one = SampleRecords.insert(1);
    List<AuditLink> links = List.of(one.audit().get(0), one.audit().get(0));
    try (SqliteStore store = SqliteStore.open(database())) {
      Change twice = new Change.Insert(one.record(), one.anchor(), one.terms(), links);
      store.commit(Changeset.builder().change(twice).build());
    }
    try (SqliteReader reader = SqliteReader.open(database())) {
      MemoryRecord whole = reader.get(List.of(one.id())).get(0).record();
      assertThat(whole.auditLog()).hasSize(2);
      change("DELETE FROM audit WHERE seq = 1");
      assertThat(reader.get(List.of(one.id())).get(0).record())
          .isEqualTo(whole.withAuditLog(whole.auditLog().subList(1, 2)));
      change("DELETE FROM audit");
      assertThat(reader.get(List.of(one.id())).get(0).record())
          .isEqualTo(whole.withAuditLog(List.of()));
    }
  }

  private Path database() {
    return folder.resolve("membrane.db");
  }

  private void inserted(int... numbers) {
    try (SqliteStore store = SqliteStore.open(database())) {
      for (int number : numbers) {
        store.commit(SampleRecords.inserting(number));
      }
    }
  }

  private void change(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database());
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  private void assertRefused(String message) {
    assertRefused(message, false);
  }

  /** Refused as a fault of the configuration, which no other start mends. */
  private void assertMistaken(String message) {
    assertRefused(message, true);
  }

  private void assertRefused(String message, boolean isConfiguration) {
    assertThatThrownBy(() -> SqliteReader.open(database()))
        .isInstanceOfSatisfying(
            StoreOpenException.class,
            fault -> assertThat(fault.isConfiguration()).isEqualTo(isConfiguration))
        .hasMessage(database() + ": " + message);
  }
}
