package dev.membrane.internal.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.RecordRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.IngestDoor;
import dev.membrane.schema.Constraint;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.Validity;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class IngestLimitsTest {

  private static final IngestOptions NONE = IngestOptions.NONE;
  private static final String LONG = "x".repeat(100_001);
  private static final int MAX_JSON = 10_485_760;

  private final EngineFixture house = new EngineFixture();

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void a_text_is_too_long_under_its_name_on_the_wire(String field, Consumer<IngestDoor> call) {
    assertFault(call, field, field + " exceeds maximum length of 100000");
  }

  static Stream<Arguments> a_text_is_too_long_under_its_name_on_the_wire() {
    return Stream.of(
        fault(
            "source",
            s ->
                s.record(
                    EventRequest.builder()
                        .source(LONG)
                        .eventKind("k")
                        .ref("r")
                        .options(NONE)
                        .build())),
        fault(
            "event_kind",
            s ->
                s.record(
                    EventRequest.builder()
                        .source("s")
                        .eventKind(LONG)
                        .ref("r")
                        .options(NONE)
                        .build())),
        fault(
            "ref",
            s ->
                s.record(
                    EventRequest.builder()
                        .source("s")
                        .eventKind("k")
                        .ref(LONG)
                        .options(NONE)
                        .build())),
        fault(
            "summary",
            s ->
                s.record(
                    EventRequest.builder()
                        .source("s")
                        .eventKind("k")
                        .ref("r")
                        .summary(LONG)
                        .options(NONE)
                        .build())),
        fault("scope", s -> s.record(EngineFixture.event("r", NONE.scope(LONG)))),
        fault("episode", s -> s.record(EngineFixture.event("r", EngineFixture.episode(LONG)))),
        fault(
            "idempotency_key", s -> s.record(EngineFixture.event("r", NONE.idempotencyKey(LONG)))),
        fault("source", s -> s.record(tool(LONG, "t", List.of()))),
        fault("tool_name", s -> s.record(tool("s", LONG, List.of()))),
        fault("depends_on[1]", s -> s.record(tool("s", "t", List.of("a", LONG)))),
        fault("scope", s -> s.record(EngineFixture.tool("t", List.of(), NONE.scope(LONG)))),
        fault("source", s -> s.record(fact(LONG, "a", "b"))),
        fault("subject", s -> s.record(fact("s", LONG, "b"))),
        fault("predicate", s -> s.record(fact("s", "a", LONG))),
        fault("source", s -> s.record(outcome(LONG, "i", ""))),
        fault("target_record_id", s -> s.record(outcome("s", LONG, ""))),
        fault("idempotency_key", s -> s.record(outcome("s", "i", LONG))),
        fault("source", s -> s.record(state(LONG, "t", List.of(), List.of(), ""))),
        fault("thread_id", s -> s.record(state("s", LONG, List.of(), List.of(), ""))),
        fault("next_actions[0]", s -> s.record(state("s", "t", List.of(LONG), List.of(), ""))),
        fault("open_questions[0]", s -> s.record(state("s", "t", List.of(), List.of(LONG), ""))),
        fault("context_summary", s -> s.record(state("s", "t", List.of(), List.of(), LONG))),
        fault("source", s -> s.record(record(LONG, ""))),
        fault("idempotency_key", s -> s.record(record("s", LONG))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void json_is_too_large_by_the_bytes_of_its_text(String field, Consumer<IngestDoor> call) {
    assertFault(call, field, field + " exceeds maximum payload size of 10485760 bytes");
  }

  static Stream<Arguments> json_is_too_large_by_the_bytes_of_its_text() {
    JsonValue large = json(MAX_JSON + 1);
    JsonObject object = new JsonObject(Map.of("x", json(MAX_JSON)));
    Constraint constraint = new Constraint("t", "k", large, true);
    return Stream.of(
        fault(
            "args",
            s ->
                s.record(
                    ToolOutputRequest.builder()
                        .source("s")
                        .toolName("t")
                        .args(object)
                        .options(NONE)
                        .build())),
        fault(
            "result",
            s ->
                s.record(
                    ToolOutputRequest.builder()
                        .source("s")
                        .toolName("t")
                        .result(large)
                        .options(NONE)
                        .build())),
        fault(
            "object",
            s ->
                s.record(
                    ObservationRequest.builder()
                        .source("s")
                        .subject("a")
                        .predicate("b")
                        .object(large)
                        .options(NONE)
                        .build())),
        fault(
            "active_constraints",
            s ->
                s.record(
                    WorkingStateRequest.builder()
                        .source("s")
                        .threadId("t")
                        .state(TaskState.DONE)
                        .activeConstraints(List.of(constraint))
                        .options(NONE)
                        .build())));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void json_has_too_many_values_or_too_long_a_number(
      String field, Function<JsonValue, Consumer<IngestDoor>> call) {
    String opening = "validation error for " + field + ": ";
    assertFault(
        call.apply(new JsonArray(Collections.nCopies(100_000, new JsonNumber("1")))),
        field,
        opening + "must not have more than 100000 JSON values");
    assertFault(
        call.apply(JsonValue.of(List.of(new JsonNumber("7".repeat(1_001))))),
        field,
        opening + "must not contain a number of more than 1000 characters");
    call.apply(new JsonNumber("-0." + "7".repeat(997))).accept(house.service);
  }

  static Stream<Arguments> json_has_too_many_values_or_too_long_a_number() {
    return Stream.of(
        bounded(
            "args",
            json ->
                s ->
                    s.record(
                        ToolOutputRequest.builder()
                            .source("s")
                            .toolName("t")
                            .args(new JsonObject(Map.of("x", json)))
                            .options(NONE)
                            .build())),
        bounded(
            "result",
            json ->
                s ->
                    s.record(
                        ToolOutputRequest.builder()
                            .source("s")
                            .toolName("t")
                            .result(json)
                            .options(NONE)
                            .build())),
        bounded(
            "object",
            json ->
                s ->
                    s.record(
                        ObservationRequest.builder()
                            .source("s")
                            .subject("a")
                            .predicate("b")
                            .object(json)
                            .options(NONE)
                            .build())),
        bounded(
            "active_constraints",
            json ->
                s ->
                    s.record(
                        WorkingStateRequest.builder()
                            .source("s")
                            .threadId("t")
                            .state(TaskState.DONE)
                            .activeConstraints(List.of(new Constraint("t", "k", json, true)))
                            .options(NONE)
                            .build())),
        bounded(
            "payload.object",
            json ->
                s ->
                    s.record(FullRecordTest.request(FullRecordTest.fact().payload(saying(json))))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void a_list_is_too_long(String field, Consumer<IngestDoor> call) {
    assertFault(call, field, field + " exceeds maximum of 10000 items");
  }

  static Stream<Arguments> a_list_is_too_long() {
    List<String> many = Collections.nCopies(10_001, "x");
    List<Constraint> constraints =
        Collections.nCopies(10_001, new Constraint("t", "k", null, false));
    return Stream.of(
        fault("depends_on", s -> s.record(tool("s", "t", many))),
        fault("next_actions", s -> s.record(state("s", "t", many, List.of(), ""))),
        fault("open_questions", s -> s.record(state("s", "t", List.of(), many, ""))),
        fault(
            "active_constraints",
            s ->
                s.record(
                    WorkingStateRequest.builder()
                        .source("s")
                        .threadId("t")
                        .state(TaskState.DONE)
                        .activeConstraints(constraints)
                        .options(NONE)
                        .build())));
  }

  @Test
  void tags_are_counted_when_each_is_there_once() {
    List<String> tags = IntStream.range(0, 101).mapToObj(i -> "t" + i).toList();

    assertFault(
        s -> s.record(EngineFixture.event("r", NONE.tags(tags))),
        "tags",
        "too many tags: 101 (max 100)");
    assertFault(
        s -> s.record(EngineFixture.event("r", NONE.tags(List.of("x".repeat(257))))),
        "tags",
        "tag exceeds maximum length of 256");
    house.service.record(EngineFixture.event("r", NONE.tags(Collections.nCopies(101, "same"))));
  }

  @Test
  void a_timestamp_is_within_what_rfc_3339_can_say() {
    assertFault(
        s -> s.record(EngineFixture.event("r", NONE.timestamp(Instant.MAX))),
        "timestamp",
        "validation error for timestamp: must be within the years 0001 to 9999");
  }

  @Test
  void no_text_holds_what_a_database_cannot_keep() {
    assertFault(
        s -> s.record(EngineFixture.event("r", EngineFixture.episode("a\0b"))),
        "episode",
        "validation error for episode: must not contain NUL");
    assertFault(
        s -> s.record(EngineFixture.event("r", NONE.idempotencyKey("\ud800"))),
        "idempotency_key",
        "validation error for idempotency_key: must not contain an unpaired surrogate");
  }

  @Test
  void the_longest_texts_fit_whatever_is_made_of_them() {
    String longest = "\ud83d\ude00".repeat(100_000);

    MemoryRecord tool = EngineFixture.full(house.service.record(tool(longest, longest, List.of())));

    assertThat(EngineFixture.tools(tool)).containsExactly(longest);
    assertThat(tool.auditLog().get(0).actor()).isEqualTo(longest);
    assertThat(tool.auditLog().get(0).rationale()).startsWith("Ingested tool_output from \ud83d");
    house.service.record(
        ObservationRequest.builder()
            .source("s")
            .subject(longest)
            .predicate("p")
            .object(json(MAX_JSON))
            .options(NONE)
            .build());
  }

  private void assertFault(Consumer<IngestDoor> call, String field, String text) {
    ValidationException fault =
        catchThrowableOfType(ValidationException.class, () -> call.accept(house.service));

    assertThat(fault).hasMessage(text);
    assertThat(fault.field()).isEqualTo(field);
    assertThat(house.store.commits()).isEmpty();
  }

  private static SemanticPayload saying(JsonValue object) {
    return new SemanticPayload("a", "b", object, Validity.global(), List.of(), null, null);
  }

  private static Arguments bounded(String field, Function<JsonValue, Consumer<IngestDoor>> call) {
    return arguments(field, call);
  }

  private static Arguments fault(String field, Consumer<IngestDoor> call) {
    return arguments(field, call);
  }

  private static JsonValue json(int bytes) {
    return new JsonString("é" + "x".repeat(bytes - 4));
  }

  private static ToolOutputRequest tool(String source, String name, List<String> dependsOn) {
    return ToolOutputRequest.builder()
        .source(source)
        .toolName(name)
        .dependsOn(dependsOn)
        .options(NONE)
        .build();
  }

  private static ObservationRequest fact(String source, String subject, String predicate) {
    return ObservationRequest.builder()
        .source(source)
        .subject(subject)
        .predicate(predicate)
        .options(NONE)
        .build();
  }

  private static OutcomeRequest outcome(String source, String id, String key) {
    return OutcomeRequest.builder()
        .source(source)
        .targetRecordId(id)
        .status(OutcomeStatus.SUCCESS)
        .idempotencyKey(key)
        .build();
  }

  private static WorkingStateRequest state(
      String source, String thread, List<String> next, List<String> open, String summary) {
    return WorkingStateRequest.builder()
        .source(source)
        .threadId(thread)
        .state(TaskState.DONE)
        .nextActions(next)
        .openQuestions(open)
        .contextSummary(summary)
        .options(NONE)
        .build();
  }

  private static RecordRequest record(String source, String key) {
    return RecordRequest.builder()
        .record(FullRecordTest.fact().build())
        .source(source)
        .idempotencyKey(key)
        .build();
  }
}
