package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.IngestOptions;
import dev.membrane.ListRecordsRequest;
import dev.membrane.Membrane;
import dev.membrane.NotFoundException;
import dev.membrane.ObservationRequest;
import dev.membrane.PageRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.UnreadableRecordException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
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
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("membrane.db"));
        Statement statement = connection.createStatement()) {
      String sql = "UPDATE document SET doc = " + into + " WHERE rid IN (1, 6, 7)";
      assertThat(statement.executeUpdate(sql)).isEqualTo(3);
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
      assertIsNamed(() -> membrane.retrieval().byId(ids.get(0), ALL));
      assertIsNamed(() -> membrane.listing().relations(ids.get(0), PageRequest.FIRST));
      TrustContext elsewhere = new TrustContext(Sensitivity.HYPER, null, List.of("office"));
      assertThatThrownBy(() -> membrane.retrieval().byId(ids.get(0), elsewhere))
          .isInstanceOf(NotFoundException.class);
    }
  }

  private void assertIsNamed(Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining(ids.get(0));
  }

  private static List<String> ids(List<? extends RecordView> records) {
    return records.stream().map(RecordView::id).toList();
  }
}
