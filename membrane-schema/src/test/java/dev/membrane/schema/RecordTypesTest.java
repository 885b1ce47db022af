package dev.membrane.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.schema.json.RecordCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordTypesTest {

  @Test
  void wire_names_are_snake_case_and_lead_back() {
    assertThat(Stream.of(MemoryType.values()).map(MemoryType::wireName))
        .containsExactly("episodic", "working", "semantic", "competence", "plan_graph");
    for (ProvenanceKind kind : ProvenanceKind.values()) {
      assertThat(ProvenanceKind.of("kind", kind.wireName())).isEqualTo(kind);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "secret", "LOW", "low "})
  void an_unknown_wire_name_is_answered_with_the_known_ones(String name) {
    assertThatThrownBy(() -> Sensitivity.of("sensitivity", name))
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "validation error for sensitivity: must be one of: public, low, medium, high, hyper");
  }

  @Test
  void a_level_covers_itself_and_all_below() {
    assertThat(Stream.of(Sensitivity.values()).map(Sensitivity::level))
        .containsExactly(0, 1, 2, 3, 4);
    assertThat(Sensitivity.MEDIUM.covers(Sensitivity.MEDIUM)).isTrue();
    assertThat(Sensitivity.MEDIUM.covers(Sensitivity.PUBLIC)).isTrue();
    assertThat(Sensitivity.MEDIUM.covers(Sensitivity.HIGH)).isFalse();
    assertThat(Sensitivity.MEDIUM.isOneBelow(Sensitivity.HIGH)).isTrue();
    assertThat(Sensitivity.MEDIUM.isOneBelow(Sensitivity.HYPER)).isFalse();
    assertThat(Sensitivity.MEDIUM.isOneBelow(Sensitivity.MEDIUM)).isFalse();
    assertThat(Sensitivity.MEDIUM.isOneBelow(Sensitivity.LOW)).isFalse();
  }

  @Test
  void records_that_say_the_same_are_equal() {
    MemoryRecord record = Samples.record(Samples.fact());
    MemoryRecord loose =
        record.toBuilder()
            .tags(List.of("zebra", "äpfel", "zebra", "🦓", "alpha", "äpfel"))
            .createdAt(record.createdAt().plusNanos(999))
            .build();

    assertThat(loose).isEqualTo(record).hasSameHashCodeAs(record);
    assertThat(record.toBuilder().scope("").build().scope()).isNull();
    assertThat(new TimelineEvent(Samples.T0, "k", "r", ""))
        .isEqualTo(new TimelineEvent(Samples.T0, "k", "r", null));
  }

  @Test
  void a_view_of_a_record_has_its_header_whether_it_is_redacted_or_not() {
    MemoryRecord record = Samples.record(Samples.fact()).toBuilder().scope("project").build();
    for (RecordView view : List.of(record, RedactedRecord.of(record))) {
      assertThat(view.id()).isEqualTo(record.id());
      assertThat(view.type()).isEqualTo(MemoryType.SEMANTIC);
      assertThat(view.sensitivity()).isEqualTo(record.sensitivity());
      assertThat(view.confidence()).isEqualTo(record.confidence());
      assertThat(view.salience()).isEqualTo(record.salience());
      assertThat(view.scope()).isEqualTo("project");
      assertThat(view.createdAt()).isEqualTo(record.createdAt());
      assertThat(view.updatedAt()).isEqualTo(record.updatedAt());
    }
  }

  @Test
  void lists_cannot_change_behind_a_record() {
    List<String> log = new ArrayList<>(List.of("a"));
    EpisodicPayload episode =
        new EpisodicPayload(List.of(), List.of(), null, null, log, null, null);
    log.add("b");

    assertThat(episode.artifacts()).containsExactly("a");
    assertThatThrownBy(() -> episode.artifacts().add("c"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void maps_cannot_change_behind_a_record() {
    Map<String, JsonValue> members = new HashMap<>(Map.of("a", JsonNull.NULL));
    JsonObject object = new JsonObject(members);
    members.put("b", JsonNull.NULL);

    assertThat(object.members()).containsOnlyKeys("a");
    assertThatThrownBy(() -> object.members().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void what_is_required_cannot_be_left_out() {
    assertThatThrownBy(() -> MemoryRecord.builder().build())
        .isInstanceOf(ValidationException.class)
        .hasMessage("validation error for id: is required");
    assertThatThrownBy(() -> Samples.record(Samples.fact()).toBuilder().payload(null).build())
        .hasMessage("validation error for payload: is required");
    assertThatThrownBy(() -> new TimelineEvent(null, "k", "r", null))
        .hasMessage("validation error for t: is required");
    assertThatThrownBy(() -> EpisodicPayload.of(Arrays.asList((TimelineEvent) null), List.of()))
        .hasMessage("validation error for timeline[0]: is required");
  }

  @Test
  void copies_change_one_thing() {
    MemoryRecord record = Samples.record(Samples.fact());

    assertThat(record.toBuilder().build()).isEqualTo(record);
    assertThat(record.withSalience(0.1).salience()).isEqualTo(0.1);
    assertThat(record.withSalience(0.1).withSalience(0.8)).isEqualTo(record);
    assertThat(record.toBuilder().sensitivity(Sensitivity.HYPER).build().sensitivity())
        .isEqualTo(Sensitivity.HYPER);
    assertThat(record.withAuditLog(List.of()).auditLog()).isEmpty();
    assertThat(Samples.episode().withOutcome(OutcomeStatus.FAILURE).outcome())
        .isEqualTo(OutcomeStatus.FAILURE);
    assertThat(Samples.lifecycle().withLastReinforcedAt(Instant.EPOCH).lastReinforcedAt())
        .isEqualTo(Instant.EPOCH);
  }

  @ParameterizedTest
  @MethodSource("revisable")
  void every_payload_but_an_episode_takes_another_state_of_revision(RevisablePayload payload) {
    RevisionState retracted = new RevisionState(null, null, RevisionStatus.RETRACTED);
    RevisablePayload revised = payload.withRevision(retracted);

    assertThat(revised.revision()).isEqualTo(retracted);
    assertThat(revised).isNotEqualTo(payload);
    assertThat(revised.withRevision(Samples.revision())).isEqualTo(payload);
  }

  static Stream<RevisablePayload> revisable() {
    return Stream.of(Samples.working(), Samples.fact(), Samples.competence(), Samples.plan());
  }

  @Test
  void a_record_is_retired_once_retracted_or_superseded() {
    assertThat(Samples.record(Samples.episode()).isRetired()).isFalse();
    assertThat(retired(null, null)).isFalse();
    assertThat(retired(null, RevisionStatus.ACTIVE)).isFalse();
    assertThat(retired(null, RevisionStatus.CONTESTED)).isFalse();
    assertThat(retired(null, RevisionStatus.RETRACTED)).isTrue();
    assertThat(retired(Samples.OTHER_ID, RevisionStatus.ACTIVE)).isTrue();
  }

  private static boolean retired(String supersededBy, RevisionStatus status) {
    RevisionState revision = new RevisionState(Samples.OTHER_ID, supersededBy, status);
    return Samples.record(Samples.fact().withRevision(revision)).isRetired();
  }

  @Test
  void a_fact_and_its_source_are_said_in_short() {
    assertThat(SemanticPayload.of("user", "prefers", "Go"))
        .isEqualTo(
            new SemanticPayload(
                "user", "prefers", JsonValue.of("Go"), Validity.global(), List.of(), null, null))
        .isEqualTo(SemanticPayload.of("user", "prefers", JsonValue.of("Go")));
    assertThat(Provenance.of(ProvenanceKind.EVENT, "msg-1"))
        .isEqualTo(
            new Provenance(
                List.of(new ProvenanceSource(ProvenanceKind.EVENT, "msg-1", null, null, null)),
                null));
    assertThatThrownBy(() -> SemanticPayload.of("user", "prefers", (JsonValue) null))
        .hasMessage("validation error for object: is required");
    assertThatThrownBy(() -> SemanticPayload.of("user", "prefers", (String) null))
        .hasMessage("validation error for object: is required");
  }

  @Test
  void a_draft_of_a_record_asks_for_all_of_it() {
    MemoryRecord record = Samples.record(Samples.fact());
    RecordDraft draft = RecordDraft.of(record);

    assertThat(draft).hasNoNullFieldsOrProperties();
    assertThat(draft.lifecycle()).hasNoNullFieldsOrProperties();
    assertThat(draft.toBuilder().build()).isEqualTo(draft);
    assertThat(draft.payload()).isEqualTo(record.payload());
  }

  @Test
  void a_plain_java_value_becomes_json() {
    List<Object> list = Arrays.asList("a", 1L, 2.5, true, null, List.of());

    assertThat(JsonValue.of(Map.of("k", list)))
        .isEqualTo(
            new JsonObject(
                Map.of(
                    "k",
                    new JsonArray(
                        List.of(
                            new JsonString("a"),
                            new JsonNumber("1"),
                            new JsonNumber("2.5"),
                            new JsonBoolean(true),
                            JsonNull.NULL,
                            new JsonArray(List.of()))))));
  }

  @Test
  void what_has_no_json_is_refused() {
    List<Object> endless = new ArrayList<>();
    endless.add(endless);
    for (Object value :
        Arrays.asList(Double.NaN, Double.POSITIVE_INFINITY, new Object(), Map.of(1, 2), endless)) {
      assertThatIllegalArgumentException().isThrownBy(() -> JsonValue.of(value));
    }
    assertRefused(new Object(), "value: not a JSON value: java.lang.Object");
    assertRefused(
        Map.of("k", List.of(1, Map.of("l", Instant.EPOCH))),
        "value.k[1].l: not a JSON value: java.time.Instant");
    assertRefused(List.of(Double.NaN), "value[0]: not a JSON number: NaN");
    assertRefused(Map.of("k", Map.of(1, 2)), "value.k: not the name of a JSON member: 1");
    for (String literal : List.of("", "01", "1.", ".5", "+1", "1e", "NaN", "0x1", "1 ", "--1")) {
      assertThatIllegalArgumentException().isThrownBy(() -> new JsonNumber(literal));
    }
  }

  private static void assertRefused(Object value, String message) {
    assertThatIllegalArgumentException().isThrownBy(() -> JsonValue.of(value)).withMessage(message);
  }

  @Test
  void a_json_value_is_printed_as_json() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("text \"\\", "line\r\n\ttab \b\f\u0001\u001f é 🦓 / </script>");
    members.put("list", Arrays.asList(1, 2.50, true, false, null, List.of(), Map.of()));
    JsonValue value = JsonValue.of(members);

    assertThat(value)
        .hasToString(new RecordCodec().write(value))
        .hasToString(
            """
            {"text \\"\\\\":"line\\r\\n\\ttab \\b\\f\\u0001\\u001F é 🦓 / </script>",\
            "list":[1,2.5,true,false,null,[],{}]}""");
    assertThat(new JsonNumber("1.00")).hasToString("1.00");
    assertThat(new JsonString("Go")).hasToString("\"Go\"");
    assertThat(JsonNull.NULL).hasToString("null");
  }

  @Test
  void a_member_of_an_object_is_found_by_its_name() {
    JsonObject object = new JsonObject(Map.of("a", new JsonNumber("1"), "b", JsonNull.NULL));

    assertThat(object.get("a")).isEqualTo(new JsonNumber("1"));
    assertThat(object.get("b")).isEqualTo(JsonNull.NULL);
    assertThat(object.get("c")).isNull();
  }

  @Test
  void limits_on_json_count_bytes() {
    Limits.checkJson("args", "x".repeat(Limits.MAX_JSON_BYTES));
    for (String over :
        List.of(
            "x".repeat(Limits.MAX_JSON_BYTES + 1),
            "é".repeat(Limits.MAX_JSON_BYTES / 2 + 1),
            "€".repeat(Limits.MAX_JSON_BYTES / 3 + 1),
            "🦓".repeat(Limits.MAX_JSON_BYTES / 4 + 1))) {
      assertThatThrownBy(() -> Limits.checkJson("args", over))
          .isInstanceOf(ValidationException.class)
          .hasMessage("args exceeds maximum payload size of 10485760 bytes");
    }
    Limits.checkJson("args", "🦓".repeat(Limits.MAX_JSON_BYTES / 4));
    Limits.checkJson("args", "€".repeat(Limits.MAX_JSON_BYTES / 3));
    Limits.checkJson("args", "é".repeat(Limits.MAX_JSON_BYTES / 2));
  }
}
