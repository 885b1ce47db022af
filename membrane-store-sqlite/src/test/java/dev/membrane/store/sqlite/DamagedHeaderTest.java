package dev.membrane.store.sqlite;

import static dev.membrane.store.sqlite.WordFacts.membrane;
import static dev.membrane.store.sqlite.WordFacts.observe;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.ListRecordsRequest;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.NotFoundException;
import dev.membrane.PageRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Relation;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.StoredRecord.Anchor;
import dev.membrane.spi.store.UnreadableRecordException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of which the row with the salience was damaged. */
final class DamagedHeaderTest {

  private static final String HIDDEN = SampleRecords.id(1);
  private static final String SEEN = SampleRecords.id(2);

  @TempDir private Path folder;

  /** What is said of the other record is as hidden as if it could be read. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE memory SET curve = 'none' WHERE id = '%s'",
        "DELETE FROM document WHERE rid = (SELECT rid FROM memory WHERE id = '%s')"
      })
  void a_hidden_record_that_is_damaged_stays_hidden(String damage) throws SQLException {
    try (SqliteStore store = SqliteStore.open(file())) {
      store.commit(
          Changeset.builder()
              .change(
                  SampleRecords.insert(
                      SampleRecords.fact(1, "hidden", SampleRecords.START), Map.of("word", 1)))
              .change(naming(HIDDEN))
              .build());
    }
    run(damage.formatted(HIDDEN));
    TrustContext trust = TrustContext.upTo(Sensitivity.HYPER, "seen");
    RetrieveRequest asked = RetrieveRequest.builder().trust(trust).build();
    ListRecordsRequest listed =
        ListRecordsRequest.builder().page(PageRequest.FIRST.under(trust)).build();
    try (SqliteStore store = SqliteStore.open(file());
        Membrane membrane = membrane(store)) {
      assertShown(membrane.retrieval().retrieve(asked).results());
      assertShown(List.of(membrane.retrieval().byId(SEEN, trust)));
      assertShown(membrane.listing().records(listed).items());
      PageRequest page = PageRequest.FIRST.under(trust);
      assertThat(membrane.listing().relations(SEEN, page).items()).isEmpty();
      assertUnknown(() -> membrane.retrieval().byId(HIDDEN, trust));
      assertUnknown(() -> membrane.listing().relations(HIDDEN, page));
      assertUnknown(() -> membrane.audit().history(HIDDEN, page));
      assertThatThrownBy(() -> membrane.audit().history(HIDDEN, PageRequest.FIRST))
          .isInstanceOf(UnreadableRecordException.class);
    }
  }

  private static void assertUnknown(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(NotFoundException.class);
  }

  private static void assertShown(List<RecordView> records) {
    assertThat(records).extracting(RecordView::id).containsExactly(SEEN);
    assertThat(records.toString()).doesNotContain(HIDDEN);
  }

  @Test
  void a_search_leaves_it_out_wherever_it_stands() throws SQLException {
    List<String> ids = new ArrayList<>();
    try (SqliteStore store = SqliteStore.open(file());
        Membrane membrane = membrane(store)) {
      for (int number = 0; number < 60; number++) {
        ids.add(observe(membrane, "scope", "kestrel " + number));
      }
    }
    run("UPDATE memory SET curve = 'none' WHERE rid % 3 = 0");
    List<String> sound = ids.stream().filter(id -> (ids.indexOf(id) + 1) % 3 != 0).toList();
    try (SqliteStore store = SqliteStore.open(file());
        Membrane membrane = membrane(store)) {
      for (String task : List.of("", "kestrel")) {
        assertThat(found(membrane, task, 60)).containsExactlyInAnyOrderElementsOf(sound);
        assertThat(found(membrane, task, 10)).hasSize(10).isSubsetOf(sound);
      }
      assertThat(found(membrane, "", 10))
          .containsExactlyElementsOf(found(membrane, "", 60).subList(0, 10));
    }
  }

  private static List<String> found(Memory membrane, String task, int limit) {
    RetrieveRequest asked =
        RetrieveRequest.builder()
            .trust(TrustContext.upTo(Sensitivity.HYPER))
            .taskDescriptor(task)
            .limit(limit)
            .build();
    return membrane.retrieval().retrieve(asked).results().stream().map(RecordView::id).toList();
  }

  /** A record that names another wherever a record can. */
  private static Change.Insert naming(String other) {
    Instant at = SampleRecords.START;
    MemoryRecord plain = SampleRecords.fact(2, "seen", at);
    SemanticPayload payload = (SemanticPayload) plain.payload();
    ProvenanceRef evidence = new ProvenanceRef(EvidenceType.HUMAN, other, at);
    MemoryRecord record =
        plain.toBuilder()
            .relations(List.of(new Relation("derived_from", other, null, at)))
            .payload(payload.withEvidence(List.of(evidence)))
            .build();
    AuditEntry entry = new AuditEntry(AuditAction.CREATE, "writer", at, "made from " + other);
    return new Change.Insert(
        record,
        new Anchor(1, at),
        new Terms(Map.of("word", 1)),
        List.of(new AuditLink(entry, "nonce", "r", "c", "h")));
  }

  private Path file() {
    return folder.resolve("m.db");
  }

  private void run(String sql) throws SQLException {
    assertThat(WordFacts.run(file(), sql)).isPositive();
  }
}
