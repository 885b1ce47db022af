package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.ConsolidationResult;
import dev.membrane.ConsolidationResult.StageResult;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.ListRecordsRequest;
import dev.membrane.ListSkillsRequest;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.NotFoundException;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.PageRequest;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.keys.Queues;
import dev.membrane.internal.transfer.Exporter;
import dev.membrane.internal.transfer.Moved;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.store.UnreadableRecordException;
import dev.membrane.spi.store.Vector;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of which a document was damaged, among others. */
final class DamagedRecordTest {

  private static final TrustContext ALL = TrustContext.upTo(Sensitivity.HYPER);

  @TempDir private Path folder;
  private final List<String> ids = new ArrayList<>();

  @Test
  void answers_leave_out_what_cannot_be_read_and_have_the_rest() throws SQLException {
    damage(SqliteStore.open(folder.resolve("membrane.db")), "substr(doc, 1, 40) || 'x'");
    check(SqliteStore.open(folder.resolve("membrane.db")));
  }

  @Test
  void answers_leave_out_what_cannot_be_decrypted() throws SQLException {
    damage(KeyFiles.open(folder, "membrane.db"), "substr(doc, 1, length(doc) - 9) || 'AAAAAAAAA'");
    check(KeyFiles.open(folder, "membrane.db"));
  }

  @Test
  void an_episode_is_not_answered_in_part_and_does_not_keep_others_from_being_compressed()
      throws SQLException {
    InstantSource later = InstantSource.offset(InstantSource.system(), Duration.ofDays(2));
    Path file = folder.resolve("membrane.db");
    try (SqliteStore store = SqliteStore.open(file);
        Membrane membrane = over(store, InstantSource.system())) {
      for (String episode : List.of("one", "two", "three")) {
        ids.add(membrane.ingestion().event(said(episode)).id());
      }
    }
    damage(file, "substr(doc, 1, 40) || 'x'", "2");
    try (SqliteStore store = SqliteStore.open(file);
        Membrane membrane = over(store, later)) {
      assertThat(episode(membrane, "one")).containsExactly(ids.get(0));
      assertIsNamed(() -> episode(membrane, "two"), ids.get(1));
      membrane.maintenance().consolidate();
      assertThat(store.due(Queues.COMPRESSION, later.instant(), 9)).isEmpty();
      assertThat(store.due(Queues.COMPRESSION, later.instant().plus(Duration.ofDays(2)), 9))
          .singleElement()
          .returns(ids.get(1), QueueRow::item);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void an_episode_that_cannot_be_read_keeps_no_other_from_a_stage_that_is_shown_them(
      boolean isEncrypted) throws SQLException {
    try (SqliteStore store = open(isEncrypted);
        Membrane membrane =
            Membrane.builder().store(store).stages(List.of()).backgroundJobs(false).build()) {
      for (String episode : List.of("one", "two", "three")) {
        ids.add(ended(membrane, episode));
      }
      membrane.maintenance().consolidate();
    }
    damage(folder.resolve("membrane.db"), "substr(doc, 1, length(doc) - 9) || 'AAAAAAAAA'", "2");
    try (SqliteStore store = open(isEncrypted);
        Membrane membrane = over(store, InstantSource.system())) {
      ConsolidationResult result = membrane.maintenance().consolidateAgain("semantic", "home");
      assertThat(result.again()).isEqualTo(new ConsolidationResult.Again(2, 1));
      assertThat(result.of("semantic")).isEqualTo(new StageResult(1, 1, 0, 0));
    }
  }

  private SqliteStore open(boolean isEncrypted) {
    return isEncrypted
        ? KeyFiles.open(folder, "membrane.db")
        : SqliteStore.open(folder.resolve("membrane.db"));
  }

  private static String ended(Membrane membrane, String episode) {
    String id = membrane.ingestion().event(said(episode)).id();
    membrane
        .ingestion()
        .outcome(
            OutcomeRequest.builder()
                .source("ann")
                .targetRecordId(id)
                .status(OutcomeStatus.SUCCESS)
                .build());
    return id;
  }

  @Test
  void a_header_that_cannot_be_read_is_left_out_of_lists_and_named_by_its_id() throws Exception {
    keep(SqliteStore.open(folder.resolve("membrane.db"))).close();
    run("UPDATE memory SET curve = 'none' WHERE rid IN (2, 5)", 2);
    run("UPDATE memory SET type = 'none' WHERE rid = 4", 1);
    try (SqliteStore store = SqliteStore.open(folder.resolve("membrane.db"));
        Membrane membrane = over(store, InstantSource.system())) {
      assertThat(ids(membrane.listing().records(ListRecordsRequest.builder().build()).items()))
          .isEqualTo(Stream.of(0, 2, 5, 6, 7, 8, 9, 10, 11).map(ids::get).toList());
      for (String task : List.of("", "what tea does Ann like?")) {
        RetrieveRequest request =
            RetrieveRequest.builder().taskDescriptor(task).trust(ALL).limit(20).build();
        assertThat(ids(membrane.retrieval().retrieve(request).results()))
            .containsAll(Stream.of(0, 2, 5, 6, 7, 8, 9, 10, 11).map(ids::get).toList())
            .doesNotContain(ids.get(1), ids.get(4));
      }
      for (int damaged : List.of(1, 3, 4)) {
        String id = ids.get(damaged);
        assertIsNamed(() -> membrane.retrieval().byId(id, ALL), id);
        assertIsNamed(
            () -> membrane.listing().skills(ListSkillsRequest.builder().recordId(id).build()), id);
      }
      assertThatThrownBy(() -> store.headers(ids, Instant.EPOCH))
          .isInstanceOf(UnreadableRecordException.class)
          .satisfies(first -> assertThat(first.getSuppressed()).hasSize(2));
    }
  }

  @Test
  void words_and_vectors_that_cannot_be_decrypted_stop_no_search() throws Exception {
    try (SqliteStore store = keep(KeyFiles.open(folder, "membrane.db"))) {
      for (String id : ids) {
        Embedding vector = new Embedding(id, "model", Vector.of(new float[] {1, 2, 3}));
        store.commit(Changeset.builder().embed(vector).build());
      }
    }
    run("UPDATE document SET words = 'AAAA' WHERE rid = 2", 1);
    run("UPDATE embedding SET vector = x'00' WHERE rid = 3", 1);
    try (SqliteStore store = KeyFiles.open(folder, "membrane.db");
        Membrane membrane = over(store, InstantSource.system())) {
      for (String task : List.of("", "what tea does Ann like?")) {
        RetrieveRequest request =
            RetrieveRequest.builder().taskDescriptor(task).trust(ALL).limit(20).build();
        assertThat(ids(membrane.retrieval().retrieve(request).results()))
            .containsExactlyInAnyOrderElementsOf(ids);
      }
      Vector asked = Vector.of(new float[] {1, 2, 3});
      assertThat(store.vectors().orElseThrow().cosines("model", asked, ids))
          .hasSize(11)
          .doesNotContainKey(ids.get(2));
      Moved moved =
          new Exporter(store, true, (done, all) -> {})
              .write(new ByteArrayOutputStream(), "test", Instant.EPOCH);
      assertThat(List.of(moved.records(), moved.embeddings())).containsExactly(12L, 11L);
      assertOnlyTheDamagedOneStays(store, membrane);
    }
  }

  /** What is committed with it is. */
  private void assertOnlyTheDamagedOneStays(SqliteStore store, Memory membrane) {
    assertIsNamed(() -> membrane.revision().delete(ids.get(1), "a reason"), ids.get(1));
    List<Changeset> together =
        store.get(ids.subList(0, 3)).stream()
            .map(each -> new Change.Delete(each.record().id(), each.version(), List.of()))
            .map(each -> Changeset.builder().change(each).build())
            .toList();
    var outcomes = store.commitEach(together);
    outcomes.get(0).join();
    outcomes.get(2).join();
    assertThatThrownBy(outcomes.get(1)::join)
        .hasCauseInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining(ids.get(1));
    assertThat(store.get(ids)).hasSize(10);
  }

  private static Membrane over(SqliteStore store, InstantSource clock) {
    return Membrane.builder().store(store).clock(clock).backgroundJobs(false).build();
  }

  private static EventRequest said(String episode) {
    return EventRequest.builder()
        .source("ann")
        .eventKind("user")
        .ref("message")
        .summary("tea")
        .options(IngestOptions.NONE.scope("home").episode(episode))
        .build();
  }

  private static List<String> episode(Memory membrane, String key) {
    return membrane
        .retrieval()
        .episode(RetrieveEpisodeRequest.builder().episode(key).scope("home").build())
        .recordIds();
  }

  /** Keeps twelve facts and damages the documents of three. */
  private void damage(SqliteStore store, String into) throws SQLException {
    keep(store).close();
    damage(folder.resolve("membrane.db"), into, "1", "6", "7");
  }

  private SqliteStore keep(SqliteStore store) {
    try (Membrane membrane = over(store, InstantSource.system())) {
      for (int number = 0; number < 12; number++) {
        ObservationRequest fact =
            ObservationRequest.builder()
                .source("test")
                .subject("Ann")
                .predicate("likes tea " + number)
                .object(new JsonString("green"))
                .options(IngestOptions.NONE.scope("home"))
                .build();
        ids.add(membrane.ingestion().observe(fact).id());
      }
    }
    return store;
  }

  private void run(String sql, int rows) throws SQLException {
    assertThat(WordFacts.run(folder.resolve("membrane.db"), sql)).isEqualTo(rows);
  }

  private static void damage(Path file, String into, String... rids) throws SQLException {
    String sql =
        "UPDATE document SET doc = " + into + " WHERE rid IN (" + String.join(", ", rids) + ")";
    assertThat(WordFacts.run(file, sql)).isEqualTo(rids.length);
  }

  private void check(SqliteStore store) {
    List<String> readable =
        Stream.of(1, 2, 3, 4, 7, 8, 9, 10, 11).map(number -> ids.get(number)).toList();
    try (store;
        Membrane membrane = Membrane.builder().store(store).backgroundJobs(false).build()) {
      assertThat(ids(membrane.listing().records(ListRecordsRequest.builder().build()).items()))
          .isEqualTo(readable);
      assertThat(
              ids(
                  membrane
                      .listing()
                      .records(
                          ListRecordsRequest.builder().page(PageRequest.FIRST.ofSize(2)).build())
                      .items()))
          .isEqualTo(readable.subList(0, 2));
      for (String task : List.of("", "what tea does Ann like?")) {
        RetrieveRequest request =
            RetrieveRequest.builder().taskDescriptor(task).trust(ALL).limit(20).build();
        assertThat(ids(membrane.retrieval().retrieve(request).results()))
            .containsExactlyInAnyOrderElementsOf(readable);
      }
      assertIsNamed(() -> membrane.retrieval().byId(ids.get(0), ALL), ids.get(0));
      assertIsNamed(() -> membrane.listing().relations(ids.get(0), PageRequest.FIRST), ids.get(0));
      ListSkillsRequest skill = ListSkillsRequest.builder().recordId(ids.get(0)).build();
      assertIsNamed(() -> membrane.listing().skills(skill), ids.get(0));
      TrustContext elsewhere = TrustContext.upTo(Sensitivity.HYPER, "office");
      assertThatThrownBy(() -> membrane.retrieval().byId(ids.get(0), elsewhere))
          .isInstanceOf(NotFoundException.class);
    }
  }

  private static void assertIsNamed(Runnable call, String id) {
    assertThatThrownBy(call::run)
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining(id);
  }

  private static List<String> ids(List<? extends RecordView> records) {
    return records.stream().map(RecordView::id).toList();
  }
}
