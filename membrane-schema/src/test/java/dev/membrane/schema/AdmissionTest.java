package dev.membrane.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.schema.json.RecordCodec;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a caller's record has to keep, and one that is stored already need not. */
class AdmissionTest {

  private static final Instant T = Instant.parse("2026-01-01T00:00:00Z");
  private static final RecordCodec CODEC = new RecordCodec();

  @ParameterizedTest
  @MethodSource("dev.membrane.schema.Samples#ofEveryType")
  void a_sound_record_of_any_type_is_admitted_as_it_is(MemoryRecord record) {
    assertThat(Validation.admit(RecordDraft.of(record))).isEqualTo(RecordDraft.of(record));
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          episodic   | payload.timeline[0].event_kind
          episodic   | payload.timeline[0].ref
          episodic   | payload.tool_graph[0].id
          episodic   | payload.tool_graph[0].tool
          working    | payload.thread_id
          semantic   | payload.subject
          semantic   | payload.predicate
          semantic   | payload.evidence[0].source_id
          semantic   | provenance.sources[0].ref
          semantic   | relations[0].predicate
          competence | payload.skill_name
          competence | payload.triggers[0].signal
          competence | payload.recipe[0].step
          plan_graph | payload.plan_id
          plan_graph | payload.version
          plan_graph | payload.nodes[0].id
          plan_graph | payload.nodes[0].op
          """)
  void a_blank_says_nothing_where_a_value_is_required(String type, String field) {
    MemoryRecord blank = with(type, field, "\\u3000 \\t");
    assertThatThrownBy(() -> Validation.admit(RecordDraft.of(blank)))
        .isInstanceOf(ValidationException.class)
        .hasMessage("validation error for " + field + ": must not be blank");
  }

  @Test
  void identifiers_hold_nothing_invisible() {
    RecordDraft.Builder draft = RecordDraft.builder();
    assertThatThrownBy(() -> Validation.admit(draft.scope("a\u200bb").build()))
        .hasMessageStartingWith("validation error for scope: must not contain the invisible");
    assertThatThrownBy(
            () -> Validation.admit(RecordDraft.builder().tags(List.of("\u202egat")).build()))
        .hasMessageStartingWith("validation error for tags: must not contain the invisible");
    assertThatThrownBy(
            () -> Validation.admit(RecordDraft.builder().payload(thread("t\ufeff")).build()))
        .hasMessageStartingWith("validation error for payload.thread_id: must not contain the");
  }

  @Test
  void identifiers_are_kept_in_nfc_and_equal_tags_once() {
    RecordDraft given =
        RecordDraft.builder()
            .scope("cafe\u0301")
            .tags(List.of("e\u0301", "x", "\u00e9"))
            .payload(thread("A\u030a"))
            .build();
    RecordDraft admitted = Validation.admit(given);
    assertThat(admitted.scope()).isEqualTo("caf\u00e9");
    assertThat(admitted.tags()).containsExactly("\u00e9", "x");
    assertThat(admitted.payload()).isEqualTo(thread("\u00c5"));
  }

  @Test
  void the_key_of_an_episode_is_kept_in_one_form() {
    EpisodicPayload given = EpisodicPayload.of(List.of(), List.of()).under("cafe\u0301");
    RecordDraft admitted = Validation.admit(RecordDraft.builder().payload(given).build());
    assertThat(admitted.payload()).isEqualTo(given.under("caf\u00e9"));
  }

  @Test
  void the_target_of_a_relation_may_be_written_in_either_case() {
    String id = "01890a5d-ac96-774b-bcce-b302099a8057";
    List<Relation> given =
        List.of(new Relation("about", id.toUpperCase(Locale.ROOT), .5, T), relation("NO-ID"));
    RecordDraft admitted = Validation.admit(RecordDraft.builder().relations(given).build());
    assertThat(admitted.relations())
        .containsExactly(new Relation("about", id, .5, T), relation("NO-ID"));
  }

  private static Relation relation(String target) {
    return new Relation("about", target, null, null);
  }

  @Test
  void a_timeline_is_put_in_the_order_of_its_instants_and_equal_ones_stay() {
    List<TimelineEvent> given =
        List.of(event(3, "a"), event(1, "b"), event(2, "c"), event(1, "d"), event(3, "e"));
    RecordDraft draft = RecordDraft.builder().payload(EpisodicPayload.of(given, List.of())).build();
    EpisodicPayload kept = (EpisodicPayload) Validation.admit(draft).payload();
    assertThat(kept.timeline())
        .extracting(TimelineEvent::ref)
        .containsExactly("b", "d", "c", "a", "e");
  }

  @Test
  void free_form_json_has_a_hundred_thousand_values_and_no_more() {
    assertThatCode(() -> Validation.admit(result(ones(99_999)))).doesNotThrowAnyException();
    assertThatThrownBy(() -> Validation.admit(result(ones(100_000))))
        .hasMessage(
            "validation error for payload.tool_graph[0].result: "
                + "must not have more than 100000 JSON values");
  }

  @Test
  void a_record_has_half_a_million_values_and_no_more() {
    List<ToolNode> tools =
        IntStream.range(0, 6)
            .mapToObj(i -> new ToolNode("n" + i, "t", null, ones(90_000), null, List.of()))
            .toList();
    RecordDraft draft = RecordDraft.builder().payload(EpisodicPayload.of(List.of(), tools)).build();
    assertThatThrownBy(() -> Validation.admit(draft))
        .hasMessage("validation error for record: must not have more than 500000 JSON values");
  }

  @Test
  void a_number_has_a_thousand_characters_and_no_more() {
    assertThatCode(() -> Validation.admit(result(digits(1_000)))).doesNotThrowAnyException();
    assertThatThrownBy(() -> Validation.admit(result(JsonValue.of(Map.of("a", digits(1_001))))))
        .hasMessage(
            "validation error for payload.tool_graph[0].result: "
                + "must not contain a number of more than 1000 characters");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          values in a field | payload.tool_graph[0].result | must not have more than 100000 JSON values
          long number       | payload.tool_graph[0].args   | must not contain a number of more than 1000 characters
          """)
  void a_draft_is_refused_while_it_is_read(String what, String field, String message) {
    String result = what.startsWith("values") ? "[" + "1,".repeat(100_000) + "1]" : "1";
    String args = what.startsWith("long") ? "{\"x\":[" + "7".repeat(1_001) + "]}" : "{}";
    for (String kind : List.of("\"kind\":\"episodic\",", "")) {
      String payload =
          "{"
              + kind
              + "\"timeline\":[],\"tool_graph\":[{\"id\":\"n\",\"tool\":\"t\",\"args\":"
              + args
              + ",\"result\":"
              + result
              + "}]"
              + (kind.isEmpty() ? ",\"kind\":\"episodic\"}" : "}");
      assertThatThrownBy(() -> CODEC.decodeDraft("{\"payload\":" + payload + "}"))
          .isInstanceOf(ValidationException.class)
          .hasMessage("validation error for " + field + ": " + message);
    }
  }

  @Test
  void a_long_number_of_the_schema_is_refused_too() {
    String long_ = "0." + "1".repeat(999);
    assertThatThrownBy(() -> CODEC.decodeDraft("{\"confidence\":" + long_ + "}"))
        .hasMessage(
            "validation error for confidence: "
                + "must not contain a number of more than 1000 characters");
    assertThatThrownBy(() -> CODEC.decodeDraft("{\"relations\":[{\"weight\":" + long_ + "}]}"))
        .hasMessageStartingWith("validation error for relations[0].weight: ");
  }

  @Test
  void the_lists_of_a_draft_end_while_they_are_read() {
    String tags = String.join(",", Collections.nCopies(10_001, "\"t\""));
    assertThatThrownBy(() -> CODEC.decodeDraft("{\"tags\":[" + tags + "]}"))
        .hasMessage("tags exceeds maximum of 10000 items");
  }

  @Test
  void what_a_caller_sends_as_json_is_bounded_and_what_is_stored_is_not() {
    String many = "[" + "1,".repeat(100_000) + "1]";
    String large = "7".repeat(1_001);
    assertThatThrownBy(() -> CODEC.parseRequest("result", many))
        .hasMessage("validation error for result: must not have more than 100000 JSON values");
    assertThatThrownBy(() -> CODEC.parseRequest("context", "{\"a\":" + large + "}"))
        .hasMessage(
            "validation error for context: "
                + "must not contain a number of more than 1000 characters");
    assertThat(CODEC.write(CODEC.parse("stored", many))).isEqualTo(many);
    assertThat(CODEC.write(CODEC.parse("stored", large))).isEqualTo(large);
  }

  @Test
  void a_stored_record_is_read_and_valid_whatever_it_may_not_be_on_entry() {
    MemoryRecord old =
        with("semantic", "payload.subject", " ").toBuilder()
            .scope("a\u200be\u0301")
            .tags(List.of("e\u0301", "\u00e9"))
            .build();
    SemanticPayload fact = (SemanticPayload) old.payload();
    SemanticPayload large =
        new SemanticPayload(
            fact.subject(),
            fact.predicate(),
            digits(2_000),
            fact.validity(),
            fact.evidence(),
            fact.revisionPolicy(),
            fact.revision());
    MemoryRecord stored = old.toBuilder().payload(large).build();
    assertThat(CODEC.decode(CODEC.encode(stored))).isEqualTo(stored);
    assertThatCode(() -> Validation.check(stored)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          nonsense    | unexpected character
          {"a":       | unexpected end of input
          "abc        | unexpected end of input
          12 nonsense | unexpected character
          """)
  void constraints_that_are_no_json_are_refused_as_that(String text, String reason) {
    assertThatThrownBy(() -> CODEC.decodeConstraints("active_constraints", text))
        .isInstanceOf(ValidationException.class)
        .hasMessageStartingWith("invalid active_constraints JSON: " + reason);
  }

  private static MemoryRecord with(String type, String field, String text) {
    String json = CODEC.encode(ValidationTest.sample(type));
    return CODEC.decode(ValidationTest.replaced(json, field, '"' + text + '"'));
  }

  private static RecordDraft result(JsonValue value) {
    ToolNode node = new ToolNode("n", "t", null, value, null, List.of());
    return RecordDraft.builder().payload(EpisodicPayload.of(List.of(), List.of(node))).build();
  }

  private static JsonValue ones(int count) {
    return new JsonArray(Collections.nCopies(count, new JsonNumber("1")));
  }

  private static JsonNumber digits(int count) {
    return new JsonNumber("7".repeat(count));
  }

  private static TimelineEvent event(int second, String ref) {
    return new TimelineEvent(T.plusSeconds(second), "k", ref, null);
  }

  private static WorkingPayload thread(String id) {
    return new WorkingPayload(id, TaskState.PLANNING, List.of(), List.of(), List.of(), null, null);
  }
}
