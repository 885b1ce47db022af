package dev.membrane.store.sqlite;

import static dev.membrane.store.sqlite.WordFacts.membrane;
import static dev.membrane.store.sqlite.WordFacts.observe;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.AuditLog.HistoryEntry;
import dev.membrane.EraseRequest;
import dev.membrane.ListRecordsRequest;
import dev.membrane.Membrane;
import dev.membrane.NotFoundException;
import dev.membrane.PageRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.Revision.EraseReport;
import dev.membrane.TrustContext;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.internal.transfer.Exporter;
import dev.membrane.internal.transfer.Importer;
import dev.membrane.internal.transfer.MoveException;
import dev.membrane.internal.transfer.Moved;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.UnreadableRecordException;
import dev.membrane.store.memory.InMemoryStore;
import dev.membrane.store.sqlite.internal.crypto.DataKeyFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an erased scope has left in a copy from before, with the keys from after it. */
final class ErasedRemainsTest {

  private static final TrustContext ALL = TrustContext.upTo(Sensitivity.HYPER);

  @TempDir private Path folder;

  private String gone;
  private String kept;
  private String deleted;
  private Instant then;

  /** Makes the copy, in which two records have former states, and a deleted one its log. */
  @BeforeEach
  void copy() throws Exception {
    Path copy = folder.resolve("yesterday.db");
    try (SqliteStore store = KeyFiles.open(folder, "m.db");
        Membrane membrane = membrane(store)) {
      gone = observe(membrane, "gone", "kestrel");
      kept = observe(membrane, "kept", "heron");
      deleted = observe(membrane, "gone", "merlin");
      membrane.revision().delete(deleted, "a reason");
      store.commit(
          Changeset.builder()
              .keepRun(run(gone, "gone"))
              .keepRun(run(deleted, "gone"))
              .keepRun(run(kept, "kept"))
              .build());
      then = store.get(List.of(deleted, kept)).get(0).record().updatedAt();
      membrane.revision().reinforce(gone, "was useful");
      membrane.revision().retract(gone, "wrong");
      membrane.revision().retract(kept, "wrong");
      WordFacts.backUp(folder.resolve("m.db"), copy);
      var unused = membrane.revision().erase(EraseRequest.ofScope("gone"));
    }
    Files.copy(DataKeyFile.pathOf(folder.resolve("m.db")), DataKeyFile.pathOf(copy));
  }

  @Test
  void answers_about_the_past_leave_it_out() {
    try (SqliteStore store = KeyFiles.open(folder, "yesterday.db");
        Membrane membrane = membrane(store)) {
      RetrieveRequest asked =
          RetrieveRequest.builder().trust(ALL).taskDescriptor("kestrel heron").asOf(then).build();
      assertThat(membrane.retrieval().retrieve(asked).records())
          .extracting(it -> it.id())
          .containsExactly(kept);
      assertThatThrownBy(() -> membrane.retrieval().byId(gone, ALL, then))
          .isInstanceOf(NotFoundException.class);
      assertThat(membrane.retrieval().byId(kept, ALL, then).id()).isEqualTo(kept);
      ListRecordsRequest page =
          ListRecordsRequest.builder().page(PageRequest.FIRST.under(ALL)).asOf(then).build();
      assertThat(membrane.listing().records(page).items())
          .extracting(it -> it.id())
          .containsExactly(kept);
    }
  }

  @Test
  void its_history_has_no_content_and_no_rationale_but_those_of_deletions() {
    try (SqliteStore store = KeyFiles.open(folder, "yesterday.db");
        Membrane membrane = membrane(store)) {
      List<HistoryEntry> versions = membrane.audit().history(gone, PageRequest.FIRST).items();
      assertThat(versions).hasSize(3).allMatch(it -> it.record() == null && it.salience() == null);
      assertThat(versions)
          .flatMap(HistoryEntry::audit)
          .extracting(it -> it.rationale())
          .containsExactly("", "", "wrong");
      assertThat(membrane.audit().history(kept, PageRequest.FIRST).items())
          .hasSize(2)
          .noneMatch(it -> it.record() == null);
    }
  }

  @Test
  void its_kept_runs_are_left_out() {
    try (SqliteStore store = KeyFiles.open(folder, "yesterday.db")) {
      assertThat(store.keptRunsOf(List.of(gone, deleted, kept))).containsExactly(run(kept, "kept"));
    }
  }

  @Test
  void a_page_of_past_runs_goes_on_after_those_that_are_left_out() {
    try (SqliteStore store = KeyFiles.open(folder, "yesterday.db")) {
      History history = store.history().orElseThrow();
      assertThat(history.runs(then, Visibility.ALL, null, 1)).containsExactly(run(kept, "kept"));
      assertThat(history.runs(then, Visibility.ALL, run(kept, "kept"), 1)).isEmpty();
    }
  }

  @Test
  void the_scope_can_be_erased_again_with_kept_runs_of_deleted_records() throws SQLException {
    try (SqliteStore store = KeyFiles.open(folder, "yesterday.db");
        Membrane membrane = membrane(store)) {
      assertThat(membrane.revision().erase(EraseRequest.ofScope("gone")).digest()).isNotEmpty();
      assertThat(store.keptRunsOf(List.of(kept))).hasSize(1);
    }
    try (var connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("yesterday.db"));
        var statement = connection.createStatement();
        var row = statement.executeQuery("SELECT count(*) FROM run WHERE id = '" + deleted + "'")) {
      assertThat(row.getInt(1)).isZero();
    }
  }

  @Test
  void a_check_names_what_cannot_be_read_and_goes_on() {
    List<String> faults;
    try (SqliteStore store = KeyFiles.open(folder, "yesterday.db")) {
      faults = StoreFaults.of(store);
    }
    String unreadable = ": the run cannot be read: its key was destroyed";
    assertThat(faults)
        .contains(gone + unreadable, deleted + unreadable)
        .doesNotContain(kept + unreadable)
        .contains("null: the counts of words are not those of the records");
  }

  @Test
  void who_erases_the_scope_again_deletes_what_nobody_can_read() throws Exception {
    try (SqliteStore store = KeyFiles.open(folder, "yesterday.db");
        Membrane membrane = membrane(store)) {
      String later = observe(membrane, "gone", "kestrel");
      EraseReport planned = membrane.revision().erase(EraseRequest.ofScope("gone").asDryRun());
      EraseReport done = membrane.revision().erase(EraseRequest.ofScope("gone"));
      assertThat(planned.records()).isEqualTo(done.records()).containsValue(2L);
      assertThat(done.ids()).containsExactlyInAnyOrder(gone, later);
      assertThat(store.headers(List.of(gone, later), then)).allMatch(it -> it.isDeleted());
      assertThat(membrane.audit().history(gone, PageRequest.FIRST).items())
          .allMatch(it -> it.record() == null && it.salience() == null);
      assertThat(store.destroyKey("gone")).isTrue();
      assertThat(store.rebuild()).isTrue();
      assertThat(new AuditVerifier(store, checked -> {}).verify())
          .returns(null, it -> it.broken())
          .returns(2L, it -> it.erased());
      assertThat(membrane.retrieval().byId(kept, ALL).id()).isEqualTo(kept);
    }
    assertThat(left("document")).isEqualTo(1);
    assertThat(left("version")).isEqualTo(1);
    assertThat(left("run")).isEqualTo(1);
  }

  @Test
  void it_can_be_erased_by_its_id() {
    try (SqliteStore store = KeyFiles.open(folder, "yesterday.db");
        Membrane membrane = membrane(store)) {
      EraseReport done =
          membrane.revision().erase(EraseRequest.ofRecords(List.of(gone, kept, deleted)));
      assertThat(done.ids()).containsExactlyInAnyOrder(gone, kept);
      assertThat(store.headers(List.of(gone, kept), then)).allMatch(it -> it.isDeleted());
      assertThat(store.rebuild()).isTrue();
      assertThat(new AuditVerifier(store, checked -> {}).verify().broken()).isNull();
    }
  }

  private int left(String table) throws SQLException {
    try (var connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("yesterday.db"));
        var statement = connection.createStatement();
        var row = statement.executeQuery("SELECT count(*) FROM " + table)) {
      return row.getInt(1);
    }
  }

  @Test
  void an_export_leaves_it_out_and_counts_it() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (SqliteStore store = KeyFiles.open(folder, "yesterday.db")) {
      Moved moved = new Exporter(store, true, (done, all) -> {}).write(out, "test", then);
      assertThat(List.of(moved.records(), moved.tombstones(), moved.runs(), moved.erased()))
          .containsExactly(1L, 1L, 1L, 1L);
    }
    try (MemoryStore other = new InMemoryStore()) {
      Moved loaded =
          new Importer(other, (done, all) -> {})
              .load(new ByteArrayInputStream(out.toByteArray()), 0);
      assertThat(loaded.records()).isEqualTo(1);
      assertThat(other.get(List.of(gone, kept))).hasSize(1);
      assertThat(new AuditVerifier(other, checked -> {}).verify().broken()).isNull();
    }
  }

  @Test
  void a_former_state_that_is_damaged_otherwise_is_named() throws SQLException {
    damage("UPDATE version SET delta = 'AAAA' WHERE delta IS NOT NULL AND rid = " + rid(kept));
    try (SqliteStore store = KeyFiles.open(folder, "yesterday.db");
        Membrane membrane = membrane(store)) {
      assertThatThrownBy(() -> membrane.audit().history(kept, PageRequest.FIRST))
          .isInstanceOf(UnreadableRecordException.class)
          .hasMessageContaining(kept);
      assertThatThrownBy(() -> membrane.retrieval().byId(kept, ALL, then))
          .isInstanceOf(UnreadableRecordException.class);
    }
  }

  @Test
  void a_document_that_is_damaged_otherwise_ends_an_export_and_is_named() throws SQLException {
    damage("UPDATE document SET doc = 'AAAA' WHERE rid = " + rid(kept));
    try (SqliteStore store = KeyFiles.open(folder, "yesterday.db");
        Membrane membrane = membrane(store)) {
      assertThatThrownBy(() -> membrane.audit().history(kept, PageRequest.FIRST))
          .isInstanceOf(UnreadableRecordException.class)
          .hasMessageContaining(kept);
      Exporter exporter = new Exporter(store, true, (done, all) -> {});
      assertThatThrownBy(() -> exporter.write(new ByteArrayOutputStream(), "test", then))
          .hasMessageContaining(kept);
    }
  }

  @Test
  void a_kept_run_that_is_damaged_otherwise_ends_an_export_and_is_named() throws SQLException {
    damage("UPDATE run SET words = 'AAAA' WHERE id = '" + kept + "'");
    try (SqliteStore store = KeyFiles.open(folder, "yesterday.db")) {
      assertThat(store.keptRunsOf(List.of(gone, kept))).isEmpty();
      Exporter exporter = new Exporter(store, true, (done, all) -> {});
      assertThatThrownBy(() -> exporter.write(new ByteArrayOutputStream(), "test", then))
          .isInstanceOf(MoveException.class)
          .hasMessageContaining("record " + kept + " cannot be read");
    }
  }

  private long rid(String id) throws SQLException {
    try (SqliteStore store = KeyFiles.open(folder, "yesterday.db")) {
      return store.history().orElseThrow().at(then, List.of(id)).get(0).arrival();
    }
  }

  private void damage(String sql) throws SQLException {
    assertThat(WordFacts.run(folder.resolve("yesterday.db"), sql)).isEqualTo(1);
  }

  private static KeptRun run(String id, String scope) {
    return new KeptRun(
        id,
        scope,
        Sensitivity.LOW,
        SampleRecords.START.truncatedTo(ChronoUnit.MICROS),
        Map.of("word", 1),
        Map.of("tool", 1),
        List.of("group"));
  }
}
