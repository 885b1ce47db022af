package dev.membrane.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.schema.json.RecordCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ValidationTest {

  private static final ObjectMapper TREES = new ObjectMapper();
  private static final RecordCodec CODEC = new RecordCodec();

  @ParameterizedTest
  @MethodSource("dev.membrane.schema.Samples#ofEveryType")
  void a_sound_record_of_any_type_passes(MemoryRecord record) {
    assertThatCode(() -> Validation.check(record)).doesNotThrowAnyException();
  }

  @ParameterizedTest(name = "{1} = {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          semantic   | id                              | ""          | must not be empty
          semantic   | id                              | "a1b2c3d4"  | must be a UUID in lower case
          semantic   | id                              | "550E8400-e29b-41d4-a716-446655440000" | must be a UUID in lower case
          semantic   | confidence                      | 1.0000001   | must be between 0 and 1
          semantic   | confidence                      | -0.1        | must be between 0 and 1
          semantic   | salience                        | -0.1        | must not be negative
          semantic   | salience                        | 1e999       | must be a finite number
          semantic   | lifecycle.decay.curve           | "custom"    | custom needs a plugin that provides the curve
          semantic   | lifecycle.decay.half_life_seconds | 0         | must be at least 1
          semantic   | lifecycle.decay.min_salience    | 1.1         | must be between 0 and 1
          semantic   | lifecycle.decay.min_salience    | -1          | must be between 0 and 1
          semantic   | lifecycle.decay.reinforcement_gain | 1.5      | must be between 0 and 1
          semantic   | lifecycle.decay.reinforcement_gain | -0.5     | must be between 0 and 1
          semantic   | lifecycle.decay.max_age_seconds | 0           | must be at least 1
          semantic   | provenance.sources              | []          | must not be empty
          semantic   | provenance.sources[0].ref       | ""          | must not be empty
          semantic   | relations[0].weight             | 1.1         | must be between 0 and 1
          semantic   | relations[0].weight             | -0.1        | must be between 0 and 1
          semantic   | relations[0].predicate          | ""          | must not be empty
          semantic   | relations[0].target_id          | ""          | must not be empty
          semantic   | audit_log[0].actor              | ""          | must not be empty
          semantic   | payload.subject                 | ""          | must not be empty
          semantic   | payload.predicate               | ""          | must not be empty
          semantic   | payload.validity.start          | "2026-01-01T00:00:00Z" | must not be after end
          semantic   | payload.evidence[0].source_id   | ""          | must not be empty
          episodic   | payload.timeline[0].event_kind  | ""          | must not be empty
          episodic   | payload.timeline[0].ref         | ""          | must not be empty
          episodic   | payload.tool_graph[1].id        | ""          | must not be empty
          episodic   | payload.tool_graph[1].tool      | ""          | must not be empty
          working    | payload.thread_id               | ""          | must not be empty
          competence | payload.skill_name              | ""          | must not be empty
          competence | payload.triggers[0].signal      | ""          | must not be empty
          competence | payload.recipe[0].step          | ""          | must not be empty
          competence | payload.performance.success_rate | 1.1        | must be between 0 and 1
          competence | payload.performance.success_count | -1        | must not be negative
          competence | payload.performance.failure_count | -1        | must not be negative
          competence | payload.performance.avg_latency_ms | -1       | must not be negative
          plan_graph | payload.metrics.execution_count | -1          | must not be negative
          competence | payload.performance.avg_latency_ms | 1e999    | must be a finite number
          plan_graph | payload.plan_id                 | ""          | must not be empty
          plan_graph | payload.version                 | ""          | must not be empty
          plan_graph | payload.nodes[1].id             | ""          | must not be empty
          plan_graph | payload.nodes[1].op             | ""          | must not be empty
          plan_graph | payload.nodes[1].id             | "n1"        | must be unique within the plan
          plan_graph | payload.edges[1].from           | "n4"        | must be the id of a node of the plan
          plan_graph | payload.edges[0].to             | "n4"        | must be the id of a node of the plan
          plan_graph | payload.metrics.failure_rate    | 2           | must be between 0 and 1
          """)
  void a_violation_names_its_field(String type, String field, String value, String message) {
    MemoryRecord broken = CODEC.decode(replaced(CODEC.encode(sample(type)), field, value));

    ValidationException violation = violation(broken);

    assertThat(violation.field()).isEqualTo(field);
    assertThat(violation).hasMessage("validation error for " + field + ": " + message);
  }

  @Test
  void the_payload_has_to_be_of_the_type_of_the_record() {
    MemoryRecord record = sample("semantic").toBuilder().type(MemoryType.WORKING).build();

    assertThat(violation(record).field()).isEqualTo("payload.kind");
  }

  @Test
  void required_lists_of_a_payload_may_be_empty() {
    Payload episode = EpisodicPayload.of(List.of(), List.of());
    Payload competence =
        new CompetencePayload(
            "fix", List.of(), List.of(), List.of(), List.of(), List.of(), null, null, null);
    Payload plan =
        new PlanGraphPayload("p", "1", null, null, null, null, List.of(), List.of(), null, null);

    assertThatCode(
            () ->
                Stream.of(episode, competence, plan)
                    .map(Samples::record)
                    .forEach(Validation::check))
        .doesNotThrowAnyException();
  }

  static Stream<Arguments> badTexts() {
    return Stream.of("a\0b", "a\ud800", "\udc00b", "\ud800\ud800", "\udc00\ud800")
        .flatMap(
            bad ->
                Stream.of(
                    Arguments.of("scope", scoped(bad)),
                    Arguments.of("tags[1]", tagged(List.of("fine", bad))),
                    Arguments.of("payload.timeline[0].ref", episode(bad, null)),
                    Arguments.of(
                        "payload.tool_graph[0].args",
                        episode("r", JsonValue.of(Map.of("k", List.of(bad))))),
                    Arguments.of(
                        "payload.tool_graph[0].args",
                        episode("r", JsonValue.of(Map.of("k", Map.of(bad, 1))))),
                    Arguments.of(
                        "payload.environment.tool_versions", environment(Map.of(bad, "1"))),
                    Arguments.of(
                        "payload.environment.tool_versions", environment(Map.of("go", bad)))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badTexts")
  void text_that_cannot_be_stored_is_found_wherever_it_hides(String field, MemoryRecord record) {
    assertThat(violation(record).field()).isEqualTo(field);
  }

  @Test
  void astral_characters_are_fine() {
    assertThatCode(() -> Validation.check(scoped("a🦓b🦓"))).doesNotThrowAnyException();
  }

  @Test
  void free_form_json_nests_two_hundred_levels_and_no_more() {
    assertThatCode(() -> Validation.check(episode("r", nested(200)))).doesNotThrowAnyException();
    assertThat(violation(episode("r", nested(201))))
        .hasMessage(
            "validation error for payload.tool_graph[0].args: JSON nesting exceeds 200 levels");
    assertThat(violation(episode("r", nested(100_000))).field())
        .isEqualTo("payload.tool_graph[0].args");
  }

  @Test
  void instants_stay_within_four_digit_years() {
    for (Instant outside :
        List.of(
            Timestamps.MIN.minusNanos(1_000),
            Timestamps.MAX.plusNanos(1_000),
            Instant.MIN,
            Instant.MAX)) {
      MemoryRecord record = sample("semantic").toBuilder().createdAt(outside).build();
      assertThat(violation(record).field()).isEqualTo("created_at");
    }
    MemoryRecord widest =
        sample("semantic").toBuilder().createdAt(Timestamps.MIN).updatedAt(Timestamps.MAX).build();
    assertThatCode(() -> Validation.check(widest)).doesNotThrowAnyException();
  }

  @Test
  void not_a_number_is_no_confidence_weight_or_salience() {
    assertThat(violation(sample("semantic").withSalience(Double.NaN)).field())
        .isEqualTo("salience");
    assertThat(violation(sample("semantic").toBuilder().confidence(Double.NaN).build()).field())
        .isEqualTo("confidence");
    assertThat(
            violation(
                    sample("semantic").toBuilder()
                        .relations(List.of(new Relation("p", "t", Double.NaN, null)))
                        .build())
                .field())
        .isEqualTo("relations[0].weight");
  }

  @Test
  void limits_count_code_points_and_distinct_tags() {
    assertThatCode(() -> Validation.check(scoped("🦓".repeat(100_000)))).doesNotThrowAnyException();
    assertThat(violation(scoped("x".repeat(100_001))))
        .hasMessage("scope exceeds maximum length of 100000");
    assertThat(violation(episode("x".repeat(100_001), null)))
        .hasMessage("payload.timeline[0].ref exceeds maximum length of 100000");

    List<String> hundred = IntStream.range(0, 100).mapToObj(i -> "tag" + i).toList();
    List<String> twice = new ArrayList<>(hundred);
    twice.addAll(hundred);
    assertThatCode(() -> Validation.check(tagged(twice))).doesNotThrowAnyException();
    assertThatCode(() -> Limits.checkTags(twice)).doesNotThrowAnyException();
    twice.add("one more");
    assertThat(violation(tagged(twice))).hasMessage("too many tags: 101 (max 100)");
    assertThatCode(() -> Validation.check(tagged(List.of("🦓".repeat(256)))))
        .doesNotThrowAnyException();
    assertThat(violation(tagged(List.of("x".repeat(257)))))
        .hasMessage("tag exceeds maximum length of 256");
  }

  @Test
  void lists_are_bounded_except_for_the_audit_log() {
    TimelineEvent event = new TimelineEvent(Samples.T0, "k", "r", null);
    AuditEntry entry = new AuditEntry(AuditAction.REINFORCE, "a", Samples.T0, "");
    MemoryRecord full = timeline(Collections.nCopies(10_000, event));

    assertThatCode(() -> Validation.check(full.withAuditLog(Collections.nCopies(10_001, entry))))
        .doesNotThrowAnyException();
    assertThat(violation(timeline(Collections.nCopies(10_001, event))))
        .hasMessage("payload.timeline exceeds maximum of 10000 items");
  }

  @Test
  void free_form_strings_have_no_limit_of_their_own() {
    assertThatCode(
            () -> Validation.check(episode("r", JsonValue.of(Map.of("k", "x".repeat(200_000))))))
        .doesNotThrowAnyException();
  }

  @Test
  void control_edges_must_not_form_a_cycle_but_data_edges_may() {
    List<PlanEdge> data =
        List.of(new PlanEdge("n1", "n2", EdgeKind.DATA), new PlanEdge("n2", "n1", EdgeKind.DATA));
    List<PlanEdge> diamond =
        List.of(control("n1", "n2"), control("n1", "n3"), control("n2", "n3"), control("n2", "n3"));

    assertThatCode(() -> Validation.check(Samples.record(Samples.plan(data))))
        .doesNotThrowAnyException();
    assertThatCode(() -> Validation.check(Samples.record(Samples.plan(diamond))))
        .doesNotThrowAnyException();
    for (List<PlanEdge> cycle :
        List.of(
            List.of(control("n1", "n1")),
            List.of(control("n1", "n2"), control("n2", "n3"), control("n3", "n2")))) {
      assertThat(violation(Samples.record(Samples.plan(cycle))))
          .hasMessage("validation error for payload.edges: control edges must not form a cycle");
    }
  }

  @Test
  void a_long_chain_of_control_edges_is_walked_without_recursion() {
    int length = 9_999;
    List<PlanNode> nodes = IntStream.range(0, length).mapToObj(i -> Samples.node("n" + i)).toList();
    List<PlanEdge> edges = new ArrayList<>();
    for (int i = 1; i < length; i++) {
      edges.add(control("n" + (i - 1), "n" + i));
    }
    assertThatCode(() -> Validation.check(plan(nodes, edges))).doesNotThrowAnyException();
    edges.add(control("n" + (length - 1), "n0"));
    assertThat(violation(plan(nodes, edges)).field()).isEqualTo("payload.edges");
  }

  private static MemoryRecord plan(List<PlanNode> nodes, List<PlanEdge> edges) {
    return Samples.record(
        new PlanGraphPayload("p", "1", null, null, null, null, nodes, edges, null, null));
  }

  private static PlanEdge control(String from, String to) {
    return new PlanEdge(from, to, EdgeKind.CONTROL);
  }

  private static JsonValue nested(int levels) {
    JsonValue value = new JsonObject(Map.of());
    for (int i = 1; i < levels; i++) {
      value = i == levels - 1 ? new JsonObject(Map.of("k", value)) : new JsonArray(List.of(value));
    }
    return value;
  }

  private static MemoryRecord scoped(String scope) {
    return sample("semantic").toBuilder().scope(scope).build();
  }

  private static MemoryRecord tagged(List<String> tags) {
    return sample("semantic").toBuilder().tags(tags).build();
  }

  private static MemoryRecord timeline(List<TimelineEvent> events) {
    return Samples.record(EpisodicPayload.of(events, List.of()));
  }

  private static MemoryRecord episode(String ref, JsonValue args) {
    return Samples.record(
        EpisodicPayload.of(
            List.of(new TimelineEvent(Samples.T0, "k", ref, null)),
            List.of(new ToolNode("t", "tool", (JsonObject) args, null, null, List.of()))));
  }

  private static MemoryRecord environment(Map<String, String> toolVersions) {
    return Samples.record(
        new EpisodicPayload(
            List.of(),
            List.of(),
            new EnvironmentSnapshot(null, null, toolVersions, null, null),
            null,
            List.of(),
            null,
            null));
  }

  static MemoryRecord sample(String type) {
    return Samples.ofEveryType()
        .filter(record -> record.type().wireName().equals(type))
        .findFirst()
        .orElseThrow();
  }

  private static ValidationException violation(MemoryRecord record) {
    ValidationException violation =
        catchThrowableOfType(ValidationException.class, () -> Validation.check(record));
    assertThat(violation).as("a violation is reported").isNotNull();
    return violation;
  }

  static String replaced(String json, String field, String value) {
    try {
      JsonNode root = TREES.readTree(json);
      String pointer = "/" + field.replace('.', '/').replace("[", "/").replace("]", "");
      int cut = pointer.lastIndexOf('/');
      JsonNode parent = root.at(pointer.substring(0, cut));
      String name = pointer.substring(cut + 1);
      // A raw value, as a number like 1e999 has no tree.
      String marker = "\"MARKER\"";
      assertThat(parent.has(name)).as("%s is in the sample", field).isTrue();
      if (parent instanceof ArrayNode array) {
        array.set(Integer.parseInt(name), "MARKER");
      } else {
        ((ObjectNode) parent).put(name, "MARKER");
      }
      return root.toString().replace(marker, value);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }
}
