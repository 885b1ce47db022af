package dev.membrane.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.Caller.Quota;
import dev.membrane.ConsolidationResult;
import dev.membrane.EventRequest;
import dev.membrane.IngestAnswer;
import dev.membrane.Ingestion;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.PageRequest;
import dev.membrane.QuotaExceededException;
import dev.membrane.RecordRequest;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.Validity;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What a client does beyond the contract of every memory. */
class MembraneClientTest extends ClientScenes {

  private static final String HALF = "half of \ud83d";

  @Test
  void what_is_read_is_what_the_engine_has() {
    IngestAnswer kept = client.ingestion().observe("ann", "user", "prefers", "Go");
    client.ingestion().event(message(1));
    assertThat(kept.record()).isInstanceOf(MemoryRecord.class);
    RetrieveRequest question =
        RetrieveRequest.builder()
            .trust(TrustContext.upTo(Sensitivity.HYPER))
            .taskDescriptor("what does the user prefer?")
            .now(Instant.parse("2027-01-15T10:00:00Z"))
            .explain(true)
            .build();
    RetrieveAnswer remote = client.retrieval().retrieve(question);
    RetrieveAnswer local = engine.retrieval().retrieve(question);
    assertThat(remote.records()).isEqualTo(local.records()).isNotEmpty();
    assertThat(remote).isEqualTo(local);
    assertThat(client.metrics().toJson().members())
        .usingRecursiveComparison()
        .ignoringFields("collected_at", "avg_salience")
        .isEqualTo(engine.metrics().toJson().members());
    RetrieveRequest compact =
        RetrieveRequest.builder()
            .trust(TrustContext.upTo(Sensitivity.HYPER))
            .view(AnswerView.COMPACT)
            .build();
    assertThat(client.retrieval().retrieve(compact).records()).isNotEmpty();
  }

  @Test
  void a_scope_that_is_set_once_is_where_everything_goes() {
    String id = client.ingestion().observe("ann", "user", "prefers", "Go").id();
    client.ingestion().event(message(1));
    assertThat(engine.retrieval().byId(id).full().orElseThrow().scope()).isEqualTo("project");
    assertThat(client.retrieval().episode(RetrieveEpisodeRequest.of("chat")).events()).hasSize(1);
    assertThat(client.revision().deleteEpisode("chat", "they asked")).hasSize(1);
    try (MembraneClient careless = site.client().build()) {
      assertThatThrownBy(() -> careless.ingestion().event(message(2)))
          .isInstanceOfSatisfying(
              ValidationException.class, fault -> assertThat(fault.field()).isEqualTo("scope"));
    }
  }

  @Test
  void the_only_scope_of_a_key_is_where_everything_goes_and_never_what_is_for_everybody() {
    String key = site.admitted(Caller.named("bob").in("b"));
    try (MembraneClient bob = MembraneClient.builder(site.address()).key(key).build()) {
      Ingestion ingestion = bob.ingestion();
      List<String> ids = new ArrayList<>();
      ids.add(ingestion.observe("bob", "user", "prefers", "C").id());
      ids.add(ingestion.record(full().build()).id());
      ids.add(ingestion.allOrNothing(List.of(message(1))).get(0).id());
      for (String id : ids) {
        assertThat(engine.retrieval().byId(id).full().orElseThrow().scope()).isEqualTo("b");
      }
      EventRequest everybody =
          EventRequest.builder().source("bob").eventKind("note").ref("r").unscoped().build();
      List<ThrowingCallable> calls =
          List.of(
              () -> ingestion.event(everybody),
              () -> ingestion.record(full().unscoped().build()),
              () -> ingestion.batch(List.of(everybody)).get(0).get());
      for (ThrowingCallable call : calls) {
        assertThatThrownBy(call)
            .isInstanceOf(ValidationException.class)
            .hasMessage("validation error for scope: cannot be none for a caller of some scopes");
      }
      assertThat(engine.metrics().totalRecords()).isEqualTo(ids.size());
    }
  }

  private static RecordRequest.Builder full() {
    SemanticPayload fact =
        new SemanticPayload(
            "user", "likes", JsonValue.of("tea"), Validity.global(), List.of(), null, null);
    ProvenanceSource source =
        new ProvenanceSource(ProvenanceKind.OBSERVATION, "msg-1", null, "ann", null);
    return RecordRequest.builder()
        .source("bob")
        .record(
            RecordDraft.builder()
                .type(MemoryType.SEMANTIC)
                .sensitivity(Sensitivity.LOW)
                .provenance(new Provenance(List.of(source), "ann"))
                .payload(fact)
                .build());
  }

  @Test
  void half_a_surrogate_pair_is_refused_as_by_the_engine_and_never_changed() {
    List<EventRequest> requests =
        List.of(
            EventRequest.builder().source("ann").eventKind("note").ref("r").summary(HALF).build(),
            EventRequest.builder()
                .source("ann")
                .eventKind("note")
                .ref("r")
                .data(JsonValue.of(List.of(HALF)))
                .build());
    List<String> fields = List.of("summary", "data");
    Memory local = engine.as(Caller.ANONYMOUS.in("project"));
    for (int i = 0; i < fields.size(); i++) {
      EventRequest request = requests.get(i);
      String field = fields.get(i);
      for (Memory memory : List.of(local, client)) {
        assertThatThrownBy(() -> memory.ingestion().event(request))
            .hasMessageContaining("must not contain an unpaired surrogate")
            .isInstanceOfSatisfying(
                ValidationException.class, fault -> assertThat(fault.field()).endsWith(field));
      }
    }
    assertThat(client.metrics().totalRecords()).isZero();
  }

  @Test
  void each_caller_has_a_key_and_nobody_is_let_in_without_one() {
    Memory bob = client.as(Caller.named("bob").in("b").upTo(Sensitivity.LOW));
    String secret = client.ingestion().observe("ann", "user", "prefers", "Go").id();
    bob.ingestion().observe("bob", "user", "prefers", "C");
    assertThat(bob.retrieval().retrieve("user prefers").records())
        .extracting(MemoryRecord::scope)
        .containsExactly("b");
    assertThatThrownBy(() -> bob.retrieval().byId(secret)).hasMessage("record not found");
    try (MembraneClient nobody = MembraneClient.connect(site.address())) {
      assertThatThrownBy(nobody::check).isInstanceOf(AccessDeniedException.class);
      assertThatThrownBy(() -> nobody.as(Caller.named("bob")))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("no key for bob");
    }
    Memory full = client.as(Caller.named("carl").in("c").limitedTo(new Quota(1, Long.MAX_VALUE)));
    full.ingestion().observe("carl", "user", "prefers", "C");
    assertThatThrownBy(() -> full.ingestion().observe("carl", "user", "prefers", "D"))
        .isInstanceOf(QuotaExceededException.class);
  }

  @Test
  void a_key_that_cannot_be_sent_is_refused_and_not_shown() {
    for (String key : List.of("my-secret\n", "\tmy-secret", "my-secret\u00fc", "my-secret\u007f")) {
      assertThatThrownBy(() -> MembraneClient.builder("localhost:1").key(key))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("key has characters that no header can carry");
    }
    assertThatThrownBy(() -> MembraneClient.builder("localhost:1").key("k".repeat(7_001)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("key must have at most 7000 characters");
    try (MembraneClient others = site.client().keys(caller -> "my-secret\n").build()) {
      assertThatThrownBy(() -> others.as(Caller.named("bob")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("key has characters that no header can carry");
    }
    try (MembraneClient longest =
        MembraneClient.builder(site.address()).key("k".repeat(7_000)).build()) {
      assertThatThrownBy(longest::check).isInstanceOf(AccessDeniedException.class);
    }
  }

  @Test
  void ten_thousand_records_and_answers_of_many_megabytes_come_with_the_defaults() {
    Memory writing = engine.as(Caller.ANONYMOUS.in("project"));
    for (int i = 0; i < 10_000; i++) {
      writing
          .ingestion()
          .event(EventRequest.builder().source("ann").eventKind("note").ref("n" + i).build());
    }
    String cursor = "";
    List<String> listed = new ArrayList<>();
    do {
      var page =
          client
              .listing()
              .records(
                  dev.membrane.ListRecordsRequest.builder()
                      .page(PageRequest.FIRST.ofSize(1_000).after(cursor))
                      .build());
      page.items().stream().map(RecordView::id).forEach(listed::add);
      cursor = page.nextCursor();
    } while (!cursor.isEmpty());
    assertThat(listed).hasSize(10_000).doesNotHaveDuplicates();
    String large = "x".repeat(9_000_000);
    ObservationRequest fact =
        ObservationRequest.builder()
            .source("ann")
            .subject("file")
            .predicate("holds")
            .object(JsonValue.of(Map.of("text", large)))
            .build();
    String id = client.ingestion().observe(fact).id();
    assertThat(client.retrieval().byId(id).full().orElseThrow().payload().toString())
        .contains(large);
  }

  @Test
  void a_record_as_deep_as_is_allowed_is_read_with_its_versions() {
    JsonValue deepest = JsonValue.of("end");
    for (int level = 0; level < 200; level++) {
      deepest = JsonValue.of(List.of(deepest));
    }
    ObservationRequest fact =
        ObservationRequest.builder()
            .source("ann")
            .subject("file")
            .predicate("holds")
            .object(deepest)
            .build();
    String id = client.ingestion().observe(fact).id();
    client.revision().reinforce(id, "useful");

    assertThat(client.retrieval().byId(id).full().orElseThrow().payload())
        .extracting("object")
        .isEqualTo(deepest);
    assertThat(client.audit().history(id, PageRequest.FIRST).items()).hasSize(2);
    assertThat(client.audit().diff(id, 1, 2).changes()).isNotEmpty();
  }

  @Test
  void what_no_client_can_be_made_of_is_named() {
    for (String address : List.of("http://localhost:9820", "localhost", "[::1]", "")) {
      assertThatThrownBy(MembraneClient.builder(address)::build)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("address must be host:port, and is " + address);
    }
    for (String port : List.of("65536", "99999", "065536", "12345678901234567890")) {
      assertThatThrownBy(MembraneClient.builder("localhost:" + port)::build)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("address must have a port of at most 65535, and is localhost:" + port);
    }
    MembraneClient.builder("localhost:0000065535").build().close();
    for (String file : List.of("unix:///x:99999", "unix:x:99999", "unix-abstract:x:99999")) {
      // Not every system has sockets of files.
      assertThat(catchThrowable(() -> MembraneClient.builder(file).build().close()))
          .satisfiesAnyOf(
              none -> assertThat(none).isNull(),
              unknown -> assertThat(unknown).hasMessageStartingWith("address must be host:port"));
    }
    for (long seconds : new long[] {-1, 0, Long.MAX_VALUE}) {
      assertThatThrownBy(
              () -> MembraneClient.builder("localhost:1").deadline(Duration.ofSeconds(seconds)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("deadline must be positive, and at most 365 days");
    }
  }

  @Test
  void what_a_stage_is_shown_again_is_counted() {
    InMemoryStore store = new InMemoryStore();
    Membrane unlearning =
        Membrane.builder().store(store).stages(List.of()).backgroundJobs(false).build();
    Membrane learning = Membrane.builder().store(store).backgroundJobs(false).build();
    GrpcSite served = GrpcSite.serving(learning);
    try (MembraneClient remote = served.client().scope("project").build()) {
      String id = remote.ingestion().event(message(1)).id();
      remote
          .ingestion()
          .outcome(
              OutcomeRequest.builder()
                  .source("ann")
                  .targetRecordId(id)
                  .status(OutcomeStatus.SUCCESS)
                  .build());
      unlearning.maintenance().consolidate();
      assertThat(remote.maintenance().consolidateAgain("semantic", "office").again())
          .isEqualTo(new ConsolidationResult.Again(0, 0));
      ConsolidationResult again = remote.maintenance().consolidateAgain("semantic", "project");
      assertThat(again.again()).isEqualTo(new ConsolidationResult.Again(1, 0));
      assertThat(again.stages()).doesNotContainKeys("queued_again", "unreadable");
      for (List<String> empty : List.of(List.of("", "project"), List.of("semantic", ""))) {
        assertThatThrownBy(() -> remote.maintenance().consolidateAgain(empty.get(0), empty.get(1)))
            .isInstanceOf(ValidationException.class)
            .hasMessageEndingWith(": must not be blank");
      }
      assertThatThrownBy(() -> remote.maintenance().consolidateAgain(null, "project"))
          .isInstanceOf(NullPointerException.class)
          .hasMessage("stage");
    } finally {
      served.close();
      learning.close();
      unlearning.close();
    }
  }
}
