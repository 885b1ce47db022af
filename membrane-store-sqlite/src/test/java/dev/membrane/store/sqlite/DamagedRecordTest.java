package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.ListRecordsRequest;
import dev.membrane.Membrane;
import dev.membrane.NotFoundException;
import dev.membrane.ObservationRequest;
import dev.membrane.PageRequest;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.QueueRow;
import dev.membrane.spi.UnreadableRecordException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
      membrane.consolidation().run();
      assertThat(store.due(RecordChanges.COMPRESSION, later.instant(), 9)).isEmpty();
      assertThat(store.due(RecordChanges.COMPRESSION, later.instant().plus(Duration.ofDays(2)), 9))
          .singleElement()
          .returns(ids.get(1), QueueRow::item);
    }
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

  private static List<String> episode(Membrane membrane, String key) {
    return membrane.retrieval().episode(RetrieveEpisodeRequest.of(key).in("home")).recordIds();
  }

  /** Keeps twelve facts and damages the documents of three. */
  private void damage(SqliteStore store, String into) throws SQLException {
    try (store;
        Membrane membrane = Membrane.builder().store(store).backgroundJobs(false).build()) {
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
    damage(folder.resolve("membrane.db"), into, "1", "6", "7");
  }

  private static void damage(Path file, String into, String... rids) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      String sql =
          "UPDATE document SET doc = " + into + " WHERE rid IN (" + String.join(", ", rids) + ")";
      assertThat(statement.executeUpdate(sql)).isEqualTo(rids.length);
    }
  }

  private void check(SqliteStore store) {
    List<String> readable =
        Stream.of(1, 2, 3, 4, 7, 8, 9, 10, 11).map(number -> ids.get(number)).toList();
    try (store;
        Membrane membrane = Membrane.builder().store(store).backgroundJobs(false).build()) {
      assertThat(ids(membrane.listing().records(ListRecordsRequest.builder().build()).records()))
          .isEqualTo(readable);
      assertThat(
              ids(
                  membrane
                      .listing()
                      .records(ListRecordsRequest.builder().pageSize(2).build())
                      .records()))
          .isEqualTo(readable.subList(0, 2));
      for (String task : List.of("", "what tea does Ann like?")) {
        RetrieveRequest request =
            RetrieveRequest.builder().taskDescriptor(task).trust(ALL).limit(20).build();
        assertThat(ids(membrane.retrieval().retrieve(request).results()))
            .containsExactlyInAnyOrderElementsOf(readable);
      }
      assertIsNamed(() -> membrane.retrieval().byId(ids.get(0), ALL), ids.get(0));
      assertIsNamed(() -> membrane.listing().relations(ids.get(0), PageRequest.FIRST), ids.get(0));
      TrustContext elsewhere = new TrustContext(Sensitivity.HYPER, null, List.of("office"));
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
