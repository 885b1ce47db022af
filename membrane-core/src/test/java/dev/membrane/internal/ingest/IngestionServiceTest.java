package dev.membrane.internal.ingest;

import static dev.membrane.internal.EngineFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.ObservationRequest;
import dev.membrane.Permission;
import dev.membrane.ToolOutputRequest;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.change.PolicyDefaults;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.RevisionPolicy;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.Validity;
import dev.membrane.spi.commit.Changeset.QueueRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IngestionServiceTest {

  private static final Instant EARLIER = NOON.minusSeconds(90);

  private final EngineFixture house = new EngineFixture();

  @Test
  void an_event_becomes_an_episode_with_everything_the_request_says() {
    IngestOptions options =
        IngestOptions.NONE
            .timestamp(EARLIER)
            .tags(List.of("b", "a", "b"))
            .scope("project")
            .sensitivity(Sensitivity.MEDIUM);
    EventRequest request =
        EventRequest.builder()
            .source("agent")
            .eventKind("user_input")
            .ref("msg-001")
            .summary("Refactor auth")
            .options(options)
            .build();

    MemoryRecord record = EngineFixture.full(house.service.record(request));

    assertThat(record)
        .isEqualTo(
            MemoryRecord.builder()
                .id("00000001-0000-7000-8000-000000000000")
                .type(MemoryType.EPISODIC)
                .sensitivity(Sensitivity.MEDIUM)
                .confidence(0.8)
                .salience(1)
                .scope("project")
                .tags(List.of("b", "a"))
                .createdAt(NOON)
                .updatedAt(NOON)
                .lifecycle(
                    new Lifecycle(
                        new DecayProfile(DecayCurve.EXPONENTIAL, 3600, null, null, 0.1),
                        NOON,
                        false,
                        DeletionPolicy.AUTO_PRUNE))
                .provenance(
                    new Provenance(
                        List.of(source(ProvenanceKind.EVENT, "msg-001", EARLIER)),
                        "ingestion-service"))
                .payload(
                    EpisodicPayload.of(
                        List.of(
                            new TimelineEvent(EARLIER, "user_input", "msg-001", "Refactor auth")),
                        List.of()))
                .auditLog(
                    List.of(
                        new AuditEntry(
                            AuditAction.CREATE, "agent", NOON, "Ingested event from agent")))
                .build());
    assertThat(house.record(record.id())).isEqualTo(record);
    assertThat(house.stored(record.id()).anchor().at()).isEqualTo(NOON);
  }

  @Test
  void a_tool_output_becomes_one_timeline_item_and_one_tool_node() {
    JsonObject args = (JsonObject) JsonValue.of(Map.of("path", "/src/auth.go"));
    JsonValue result = new JsonString("package auth");
    ToolOutputRequest request =
        ToolOutputRequest.builder()
            .source("agent")
            .toolName("file_read")
            .args(args)
            .result(result)
            .dependsOn(List.of("n-1", "n-2"))
            .build();

    MemoryRecord record = EngineFixture.full(house.service.record(request));

    String node = EngineFixture.episodic(record).toolGraph().get(0).id();
    assertThat(record.payload())
        .isEqualTo(
            EpisodicPayload.of(
                List.of(new TimelineEvent(NOON, "tool_call", node, "tool_call: file_read")),
                List.of(
                    new ToolNode(node, "file_read", args, result, NOON, List.of("n-1", "n-2")))));
    assertThat(node).matches("[0-9a-f-]{36}").isNotEqualTo(record.id());
    assertThat(record.confidence()).isEqualTo(0.9);
    assertThat(record.provenance().sources())
        .containsExactly(source(ProvenanceKind.TOOL_CALL, node, NOON));
    assertThat(EngineFixture.rationales(record)).containsExactly("Ingested tool_output from agent");
  }

  @Test
  void an_observation_becomes_a_fact_that_holds_until_replaced() {
    ObservationRequest request =
        ObservationRequest.builder()
            .source("agent")
            .subject("user")
            .predicate("prefers")
            .object(new JsonString("Go"))
            .options(IngestOptions.NONE.timestamp(EARLIER))
            .build();

    MemoryRecord record = EngineFixture.full(house.service.record(request));

    assertThat(record.type()).isEqualTo(MemoryType.SEMANTIC);
    assertThat(record.payload())
        .isEqualTo(
            new SemanticPayload(
                "user",
                "prefers",
                new JsonString("Go"),
                Validity.global(),
                List.of(new ProvenanceRef(EvidenceType.OBSERVATION, "agent", EARLIER)),
                RevisionPolicy.REPLACE,
                null));
    assertThat(record.confidence()).isEqualTo(0.7);
    assertThat(record.lifecycle().decay().halfLifeSeconds()).isEqualTo(2_592_000);
    assertThat(record.provenance().sources())
        .containsExactly(source(ProvenanceKind.OBSERVATION, "agent", EARLIER));
    assertThat(EngineFixture.rationales(record)).containsExactly("Ingested observation from agent");
  }

  @Test
  void an_observation_without_an_object_is_about_null() {
    ObservationRequest request =
        ObservationRequest.builder().source("agent").subject("user").predicate("is_known").build();

    MemoryRecord record = EngineFixture.full(house.service.record(request));

    assertThat(((SemanticPayload) record.payload()).object()).isEqualTo(JsonNull.NULL);
  }

  @Test
  void a_principal_of_one_scope_ingests_into_it() {
    Caller carol = EngineFixture.within("red");

    assertThat(
            EngineFixture.full(
                    house.service.record(EngineFixture.event("e", IngestOptions.NONE), carol))
                .scope())
        .isEqualTo("red");
    assertThatThrownBy(
            () ->
                house.service.record(
                    EngineFixture.event("e", IngestOptions.NONE.scope("blue")), carol))
        .isInstanceOf(ValidationException.class)
        .hasMessage("validation error for scope: must be one of the caller's scopes");
    assertThat(house.recordCount()).isEqualTo(1);
  }

  @Test
  void who_may_not_ingest_does_not() {
    Caller reader = Caller.named("reader").permitted(Set.of(Permission.RETRIEVE));

    assertThatThrownBy(
            () -> house.service.record(EngineFixture.event("e", IngestOptions.NONE), reader))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessage("ingesting needs the permission ingest");
  }

  @Test
  void the_clock_is_cut_to_microseconds() {
    house.set(Instant.parse("2025-06-01T12:00:00.123456789Z"));

    MemoryRecord record =
        EngineFixture.full(
            house.service.record(EngineFixture.event("e", IngestOptions.NONE.idempotencyKey("k"))));

    Instant cut = Instant.parse("2025-06-01T12:00:00.123456Z");
    assertThat(record.createdAt()).isEqualTo(cut);
    assertThat(house.stored(record.id()).anchor().at()).isEqualTo(cut);
    assertThat(house.store.lastCommit().rowsAdded())
        .extracting(QueueRow::dueAt)
        .contains(cut.plus(Duration.ofHours(24)));
  }

  @Test
  void the_configured_defaults_apply() {
    EngineFixture strict =
        new EngineFixture(
            new PolicyDefaults(
                Sensitivity.HIGH,
                7,
                2,
                3,
                0.5,
                DeletionPolicy.MANUAL_ONLY,
                DecayCurve.LINEAR,
                0.3));

    MemoryRecord record =
        EngineFixture.full(strict.service.record(EngineFixture.event("e", IngestOptions.NONE)));

    assertThat(record.sensitivity()).isEqualTo(Sensitivity.HIGH);
    assertThat(record.salience()).isEqualTo(0.5);
    assertThat(record.lifecycle().deletionPolicy()).isEqualTo(DeletionPolicy.MANUAL_ONLY);
    assertThat(record.lifecycle().decay())
        .isEqualTo(new DecayProfile(DecayCurve.LINEAR, 7, null, null, 0.3));
  }

  @Test
  void the_audit_log_names_the_principal_and_the_provenance_the_source() {
    Caller bob = EngineFixture.upTo(Sensitivity.HYPER);

    MemoryRecord record =
        EngineFixture.full(house.service.record(EngineFixture.event("e", IngestOptions.NONE), bob));

    assertThat(record.auditLog()).extracting(AuditEntry::actor).containsExactly("bob");
    assertThat(EngineFixture.rationales(record)).containsExactly("Ingested event from agent");
    assertThat(record.provenance().sources().get(0).createdBy()).isEqualTo("agent");
  }

  @Test
  void a_record_above_the_callers_level_is_stored_and_answered_redacted() {
    Caller bob = EngineFixture.upTo(Sensitivity.LOW);
    IngestOptions hyper = IngestOptions.NONE.sensitivity(Sensitivity.HYPER);

    var answer = house.service.record(EngineFixture.event("secret", hyper), bob);

    assertThat(answer).isEqualTo(RedactedRecord.of(house.record(answer.id())));
    assertThat(EngineFixture.refs(house.record(answer.id()))).containsExactly("secret");
  }

  @Test
  void bad_input_changes_nothing() {
    IngestOptions none = IngestOptions.NONE;

    assertThatThrownBy(
            () ->
                house.service.record(
                    EventRequest.builder()
                        .source("")
                        .eventKind("note")
                        .ref("e")
                        .options(none.idempotencyKey("k"))
                        .build()))
        .hasMessage("candidate source is required");
    assertThatThrownBy(
            () -> house.service.record(EventRequest.builder().ref("e").options(none).build()))
        .hasMessage("candidate source is required");
    assertThatThrownBy(
            () ->
                house.service.record(
                    EventRequest.builder().source("s").ref("e").options(none).build()))
        .hasMessage("event kind is required for event candidates");
    assertThatThrownBy(() -> house.service.record(EngineFixture.tool("", List.of(), none)))
        .hasMessage("tool name is required for tool output candidates");
    assertThatThrownBy(
            () ->
                house.service.record(
                    ObservationRequest.builder().source("s").predicate("p").options(none).build()))
        .hasMessage("subject is required for observation candidates");
    assertThatThrownBy(
            () ->
                house.service.record(
                    ObservationRequest.builder()
                        .source("s")
                        .subject("a\0")
                        .predicate("p")
                        .options(none)
                        .build()))
        .isInstanceOf(ValidationException.class)
        .hasMessage("validation error for subject: must not contain NUL");
    JsonValue hostile = new JsonString("a\0");
    assertThatThrownBy(
            () ->
                house.service.record(
                    ObservationRequest.builder()
                        .source("s")
                        .subject("a")
                        .predicate("p")
                        .object(hostile)
                        .options(none)
                        .build()))
        .hasMessage("validation error for object: must not contain NUL");
    assertThatThrownBy(
            () ->
                house.service.record(
                    EventRequest.builder()
                        .source("s")
                        .eventKind("k")
                        .ref("r")
                        .data(JsonValue.of(Map.of("\ud800", List.of())))
                        .options(none)
                        .build()))
        .hasMessage("validation error for data: must not contain an unpaired surrogate");
    assertThat(house.store.commits()).isEmpty();
  }

  private static ProvenanceSource source(ProvenanceKind kind, String ref, Instant at) {
    return new ProvenanceSource(kind, ref, null, "agent", at);
  }
}
