package dev.membrane.internal.ingest;

import static dev.membrane.internal.EngineFixture.NOON;
import static dev.membrane.internal.EngineFixture.full;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.AccessDeniedException;
import dev.membrane.AlreadyExistsException;
import dev.membrane.IngestOptions;
import dev.membrane.RecordRequest;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.IngestDoor;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.LifecycleDraft;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Relation;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.Validity;
import dev.membrane.schema.WorkingPayload;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class FullRecordTest {

  private static final String CHOSEN = "12345678-1234-4234-8234-123456789abc";
  private static final Provenance PROVENANCE =
      new Provenance(
          List.of(new ProvenanceSource(ProvenanceKind.ARTIFACT, "log-1", "h", "someone", NOON)),
          "importer");
  private static final Payload FACT =
      new SemanticPayload("a", "b", JsonNull.NULL, Validity.global(), List.of(), null, null);

  private final EngineFixture house = new EngineFixture();
  private final IngestDoor service = house.service;

  @ParameterizedTest
  @MethodSource("payloads")
  void what_is_left_out_gets_the_defaults(Payload payload, long halfLife) {
    MemoryRecord record = full(service.record(request(draft(payload.kind()).payload(payload))));

    assertThat(record)
        .isEqualTo(
            MemoryRecord.builder()
                .id("00000001-0000-7000-8000-000000000000")
                .type(payload.kind())
                .sensitivity(Sensitivity.LOW)
                .confidence(1)
                .salience(1)
                .createdAt(NOON)
                .updatedAt(NOON)
                .lifecycle(
                    new Lifecycle(
                        new DecayProfile(DecayCurve.EXPONENTIAL, halfLife, null, null, 0.1),
                        NOON,
                        false,
                        DeletionPolicy.AUTO_PRUNE))
                .provenance(PROVENANCE)
                .payload(payload)
                .auditLog(
                    List.of(
                        new AuditEntry(
                            AuditAction.CREATE, "agent", NOON, "Ingested record from agent")))
                .build());
    assertThat(house.record(record.id())).isEqualTo(record);
  }

  static Stream<Arguments> payloads() {
    return Stream.of(
        Arguments.of(EpisodicPayload.of(List.of(), List.of()), 3600),
        Arguments.of(working("t", null), 86_400),
        Arguments.of(FACT, 2_592_000),
        Arguments.of(
            new CompetencePayload(
                "skill", List.of(), List.of(), List.of(), List.of(), List.of(), null, null, null),
            2_592_000),
        Arguments.of(
            new PlanGraphPayload(
                "p", "1", null, null, null, null, List.of(), List.of(), null, null),
            2_592_000));
  }

  @Test
  void what_is_given_is_kept() {
    Instant reinforced = NOON.minusSeconds(77);
    LifecycleDraft lifecycle =
        new LifecycleDraft(
            DecayCurve.LINEAR, 5L, 0.2, 99L, 0.4, reinforced, true, DeletionPolicy.NEVER);

    MemoryRecord record =
        full(
            service.record(
                request(
                    fact()
                        .confidence(0.25)
                        .salience(3.5)
                        .scope("blue")
                        .tags(List.of("z", "a", "z"))
                        .lifecycle(lifecycle))));

    assertThat(record.confidence()).isEqualTo(0.25);
    assertThat(record.salience()).isEqualTo(3.5);
    assertThat(record.scope()).isEqualTo("blue");
    assertThat(record.tags()).containsExactly("z", "a");
    assertThat(LifecycleDraft.of(record.lifecycle())).isEqualTo(lifecycle);
    assertThat(record.provenance()).isEqualTo(PROVENANCE);
    assertThat(house.stored(record.id()).anchor().salience()).isEqualTo(3.5);
  }

  @Test
  void only_an_admin_chooses_an_id() {
    RecordRequest request = request(fact().id(CHOSEN).scope("red"));

    assertThatThrownBy(() -> service.record(request, EngineFixture.within("red")))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessage("choosing an id needs the permission admin");
    assertThat(house.store.commits()).isEmpty();
    assertThat(service.record(request).id()).isEqualTo(CHOSEN);
  }

  @Test
  void an_id_is_used_once_and_never_again() {
    service.record(request(fact().id(CHOSEN)));
    assertTaken();
    house.delete(CHOSEN);
    assertTaken();
  }

  @Test
  void an_id_taken_meanwhile_is_taken() {
    house.store.beforeNextCommit(() -> service.record(request(fact().id(CHOSEN))));

    assertTaken();
  }

  @Test
  void an_empty_source_is_anonymous() {
    MemoryRecord record = full(service.record(RecordRequest.of("", fact().build())));

    assertThat(record.auditLog().get(0).actor()).isEqualTo("anonymous");
    assertThat(EngineFixture.rationales(record)).containsExactly("Ingested record from anonymous");
  }

  @ParameterizedTest
  @MethodSource
  void an_invalid_record_is_refused_by_the_name_of_the_field(
      String field, Consumer<RecordDraft.Builder> spoil) {
    RecordDraft.Builder draft = fact();
    spoil.accept(draft);

    assertThatThrownBy(() -> service.record(request(draft)))
        .isInstanceOfSatisfying(
            ValidationException.class, fault -> assertThat(fault.field()).isEqualTo(field));
    assertThat(house.store.commits()).isEmpty();
  }

  static Stream<Arguments> an_invalid_record_is_refused_by_the_name_of_the_field() {
    return Stream.of(
        spoilt("id", draft -> draft.id("no-uuid")),
        spoilt("type", draft -> draft.type(null)),
        spoilt("sensitivity", draft -> draft.sensitivity(null)),
        spoilt("payload", draft -> draft.payload(null)),
        spoilt("payload.kind", draft -> draft.type(MemoryType.WORKING)),
        spoilt("provenance.sources", draft -> draft.provenance(null)),
        spoilt("provenance.sources", draft -> draft.provenance(new Provenance(List.of(), "x"))),
        spoilt("confidence", draft -> draft.confidence(1.1)),
        spoilt("salience", draft -> draft.salience(-1.0)),
        spoilt("tags", draft -> draft.tags(List.of("x".repeat(257)))),
        spoilt(
            "lifecycle.decay.half_life_seconds",
            draft -> draft.lifecycle(LifecycleDraft.builder().halfLifeSeconds(0L).build())),
        spoilt(
            "lifecycle.decay.curve",
            draft -> draft.lifecycle(LifecycleDraft.builder().curve(DecayCurve.CUSTOM).build())),
        spoilt(
            "lifecycle.last_reinforced_at",
            draft ->
                draft.lifecycle(
                    LifecycleDraft.builder()
                        .lastReinforcedAt(Instant.parse("9999-01-01T00:00:00Z"))
                        .build())),
        spoilt("payload.object", draft -> draft.payload(fact(nested(201)))),
        spoilt("record", draft -> draft.payload(fact(new JsonString("x".repeat(10_485_760))))),
        spoilt(
            "relations[0].target_id",
            draft -> draft.relations(List.of(new Relation("supports", CHOSEN, null, null)))));
  }

  @Test
  void relations_lead_to_records_that_the_caller_sees_in_full() {
    String seen = service.record(request(fact())).id();
    String above = service.record(request(fact().sensitivity(Sensitivity.MEDIUM))).id();
    Relation good = new Relation("supports", seen, 0.5, null);
    Relation bad = new Relation("supports", above, null, null);

    assertThatThrownBy(
            () ->
                service.record(
                    request(fact().relations(List.of(good, bad))),
                    EngineFixture.upTo(Sensitivity.LOW)))
        .hasMessage("validation error for relations[1].target_id: must be an existing record");
    assertThat(full(service.record(request(fact().relations(List.of(good, bad))))).relations())
        .containsExactly(good, bad);
  }

  @Test
  void a_working_record_becomes_the_current_one_of_its_thread() {
    String first = service.record(WorkingStateTest.snapshot("t", IngestOptions.NONE)).id();

    MemoryRecord second =
        full(service.record(request(draft(MemoryType.WORKING).payload(working("t", null)))));
    String third = service.record(WorkingStateTest.snapshot("t", IngestOptions.NONE)).id();

    assertThat(house.record(first).revision())
        .isEqualTo(new RevisionState(null, second.id(), null));
    assertThat(second.relations()).extracting(Relation::targetId).containsExactly(first);
    assertThat(house.record(second.id()).revision())
        .isEqualTo(new RevisionState(first, third, null));
  }

  @Test
  void a_working_record_that_arrives_retired_leaves_its_thread_alone() {
    String current = service.record(WorkingStateTest.snapshot("t", IngestOptions.NONE)).id();
    RevisionState retracted = new RevisionState(null, null, RevisionStatus.RETRACTED);

    MemoryRecord old =
        full(service.record(request(draft(MemoryType.WORKING).payload(working("t", retracted)))));

    assertThat(old.revision()).isEqualTo(retracted);
    assertThat(house.record(current).isRetired()).isFalse();
    assertThat(full(service.record(WorkingStateTest.snapshot("t", IngestOptions.NONE))).relations())
        .extracting(Relation::targetId)
        .containsExactly(current);
  }

  @Test
  void a_timeline_is_kept_in_the_order_of_its_instants() {
    List<TimelineEvent> given =
        List.of(
            new TimelineEvent(NOON, "k", "last", null),
            new TimelineEvent(NOON.minusSeconds(9), "k", "first", null),
            new TimelineEvent(NOON.minusSeconds(9), "k", "second", null));
    Payload episode = EpisodicPayload.of(given, List.of());
    MemoryRecord record = full(service.record(request(draft(episode.kind()).payload(episode))));
    assertThat(EngineFixture.refs(record)).containsExactly("first", "second", "last");
    assertThat(house.record(record.id())).isEqualTo(record);
  }

  @ParameterizedTest
  @CsvSource({
    "tool_call, n1, true",
    "tool_call, elsewhere, false",
    "event, n1, false",
    "artifact, n1, false"
  })
  void the_hash_of_a_result_in_the_same_record_is_checked(
      String kind, String ref, boolean isChecked) {
    // SHA-256 of "done", of "\"done\"" and of nothing, by another program.
    String ofText = "a4c3ed04a95a3da14a9d235c83d868bed7c0f45cf7f3faa751ee8f50598d2211";
    String ofJson = "58bf5b5478e5d1fb7441daeff9fd1ed60a4ad5fbfabc64715cd8608f3f59f6da";
    String ofNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    JsonValue result = new JsonString("done");
    assertThat(hashed(kind, ref, "sha256:" + ofText, result)).isNotNull();
    assertThat(hashed(kind, ref, "sha256:" + ofJson, result)).isNotNull();
    assertThat(hashed(kind, ref, "sha256:" + ofNothing, null)).isNotNull();
    assertThat(hashed(kind, ref, "sha256:abc123...", result)).isNotNull();
    assertThat(hashed(kind, ref, ofText.toUpperCase(Locale.ROOT), result)).isNotNull();
    for (String wrong : List.of("sha256:" + ofNothing, ofNothing)) {
      if (isChecked) {
        assertThatThrownBy(() -> hashed(kind, ref, wrong, result))
            .isInstanceOf(ValidationException.class)
            .hasMessage(
                "validation error for provenance.sources[0].hash: "
                    + "must be the SHA-256 of the result of the tool call");
      } else {
        assertThat(hashed(kind, ref, wrong, result)).isNotNull();
      }
    }
  }

  private MemoryRecord hashed(String kind, String ref, String hash, JsonValue result) {
    ProvenanceSource source =
        new ProvenanceSource(ProvenanceKind.of("kind", kind), ref, hash, null, null);
    ToolNode node = new ToolNode("n1", "t", null, result, null, List.of());
    Payload episode = EpisodicPayload.of(List.of(), List.of(node));
    RecordDraft.Builder draft =
        draft(episode.kind()).payload(episode).provenance(new Provenance(List.of(source), null));
    return full(service.record(request(draft)));
  }

  private void assertTaken() {
    assertThatThrownBy(() -> service.record(request(fact().id(CHOSEN))))
        .isInstanceOf(AlreadyExistsException.class)
        .hasMessage("record " + CHOSEN + " already exists");
  }

  private static Arguments spoilt(String field, Consumer<RecordDraft.Builder> spoil) {
    return Arguments.of(field, spoil);
  }

  static RecordRequest request(RecordDraft.Builder draft) {
    return RecordRequest.of("agent", draft.build());
  }

  static RecordDraft.Builder fact() {
    return draft(MemoryType.SEMANTIC).payload(FACT);
  }

  private static RecordDraft.Builder draft(MemoryType type) {
    return RecordDraft.builder().type(type).sensitivity(Sensitivity.LOW).provenance(PROVENANCE);
  }

  private static WorkingPayload working(String thread, RevisionState revision) {
    return new WorkingPayload(
        thread, TaskState.PLANNING, List.of(), List.of(), List.of(), null, revision);
  }

  private static SemanticPayload fact(JsonValue object) {
    return new SemanticPayload("a", "b", object, Validity.global(), List.of(), null, null);
  }

  private static JsonValue nested(int levels) {
    JsonValue value = JsonNull.NULL;
    for (int i = 0; i < levels; i++) {
      value = new JsonArray(List.of(value));
    }
    return value;
  }
}
