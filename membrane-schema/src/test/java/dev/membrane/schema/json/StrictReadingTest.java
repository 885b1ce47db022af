package dev.membrane.schema.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Samples;
import dev.membrane.schema.ValidationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StrictReadingTest {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final ObjectMapper TREES = new ObjectMapper();

  @ParameterizedTest(name = "{1} = {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          semantic   | id                        | 1       | must be a string
          semantic   | type                      | "fact"  | must be one of: episodic, working, semantic, competence, plan_graph
          semantic   | type                      | 3       | must be a string
          semantic   | sensitivity               | "LOW"   | must be one of: public, low, medium, high, hyper
          semantic   | confidence                | "0.5"   | must be a number
          semantic   | salience                  | true    | must be a number
          semantic   | scope                     | {}      | must be a string
          semantic   | tags                      | "a"     | must be an array
          semantic   | tags[1]                   | 1       | must be a string
          semantic   | tags[1]                   | null    | must be a string
          semantic   | created_at                | "today" | invalid timestamp: "today"; RFC 3339 in years 1 to 9999 is needed, such as 2026-01-02T03:04:05Z
          semantic   | created_at                | 0       | must be a string
          semantic   | lifecycle                 | []      | must be an object
          semantic   | lifecycle.decay           | "fast"  | must be an object
          semantic   | lifecycle.decay.curve     | "steep" | must be one of: exponential, linear, custom
          semantic   | lifecycle.decay.half_life_seconds | 3.0  | must be an integer
          semantic   | lifecycle.decay.half_life_seconds | "3"  | must be an integer
          semantic   | lifecycle.decay.half_life_seconds | 9223372036854775808 | must be an integer of 64 bits
          semantic   | lifecycle.pinned          | 1       | must be true or false
          semantic   | lifecycle.pinned          | "true"  | must be true or false
          semantic   | lifecycle.deletion_policy | "later" | must be one of: auto_prune, manual_only, never
          semantic   | provenance.sources[0]     | "x"     | must be an object
          semantic   | provenance.sources[0]     | null    | must be an object
          semantic   | provenance.sources[0].kind | "rumour" | must be one of: event, artifact, tool_call, observation, outcome
          semantic   | relations[0].weight       | "1"     | must be a number
          semantic   | payload                   | "x"     | must be an object
          semantic   | payload.kind              | "poem"  | must be one of: episodic, working, semantic, competence, plan_graph
          semantic   | payload.kind              | 1       | must be a string
          semantic   | payload.validity.mode     | "never" | must be one of: global, conditional, timeboxed
          semantic   | payload.validity.conditions | []    | must be an object
          semantic   | payload.evidence[0].source_type | "x" | must be one of: event, tool, observation, human
          semantic   | payload.revision_policy   | "x"     | must be one of: replace, fork, contest
          semantic   | payload.revision.status   | "x"     | must be one of: active, contested, retracted
          semantic   | audit_log[0].action       | "x"     | must be one of: create, revise, fork, merge, delete, reinforce, decay
          semantic   | audit_log[0].timestamp    | {}      | must be a string
          episodic   | payload.timeline[0].t     | 5       | must be a string
          episodic   | payload.tool_graph[1].args | [1]    | must be an object
          episodic   | payload.tool_graph[1].depends_on[0] | 7 | must be a string
          episodic   | payload.environment.tool_versions.go | 1.21 | must be a string
          episodic   | payload.environment.tool_versions.go | null | must be a string
          episodic   | payload.outcome           | "great" | must be one of: success, failure, partial
          working    | payload.state             | "idle"  | must be one of: planning, executing, blocked, waiting, done
          working    | payload.active_constraints[0].required | 1 | must be true or false
          competence | payload.performance.success_count | 1.5 | must be an integer
          plan_graph | payload.edges[0].kind     | "x"     | must be one of: data, control
          """)
  void a_value_of_the_wrong_type_is_named_by_its_path(
      String type, String path, String value, String message) {
    assertThatThrownBy(() -> CODEC.decode(with(type, path, value)))
        .isInstanceOf(ValidationException.class)
        .hasMessage("validation error for " + path + ": " + message);
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          semantic   | id
          semantic   | type
          semantic   | sensitivity
          semantic   | confidence
          semantic   | salience
          semantic   | created_at
          semantic   | updated_at
          semantic   | lifecycle
          semantic   | lifecycle.decay.curve
          semantic   | lifecycle.decay.half_life_seconds
          semantic   | lifecycle.last_reinforced_at
          semantic   | provenance
          semantic   | provenance.sources
          semantic   | provenance.sources[0].kind
          semantic   | provenance.sources[0].ref
          semantic   | relations[0].predicate
          semantic   | relations[0].target_id
          semantic   | audit_log
          semantic   | audit_log[0].action
          semantic   | audit_log[0].actor
          semantic   | audit_log[0].timestamp
          semantic   | audit_log[0].rationale
          semantic   | payload
          semantic   | payload.kind
          semantic   | payload.subject
          semantic   | payload.predicate
          semantic   | payload.validity
          semantic   | payload.validity.mode
          semantic   | payload.evidence[0].source_type
          semantic   | payload.evidence[0].source_id
          semantic   | payload.evidence[0].timestamp
          episodic   | payload.timeline
          episodic   | payload.timeline[0].t
          episodic   | payload.timeline[0].event_kind
          episodic   | payload.timeline[0].ref
          episodic   | payload.tool_graph[1].id
          episodic   | payload.tool_graph[1].tool
          working    | payload.thread_id
          working    | payload.state
          competence | payload.skill_name
          competence | payload.triggers
          competence | payload.recipe
          competence | payload.triggers[0].signal
          competence | payload.recipe[0].step
          plan_graph | payload.plan_id
          plan_graph | payload.version
          plan_graph | payload.nodes
          plan_graph | payload.edges
          plan_graph | payload.nodes[1].id
          plan_graph | payload.nodes[1].op
          plan_graph | payload.edges[1].from
          plan_graph | payload.edges[1].to
          plan_graph | payload.edges[1].kind
          """)
  void a_missing_or_null_member_is_named_by_its_path(String type, String path) throws Exception {
    String message = "validation error for " + path + ": is required";

    assertThatThrownBy(() -> CODEC.decode(without(type, path))).hasMessage(message);
    assertThatThrownBy(() -> CODEC.decode(with(type, path, "null"))).hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ``              | unexpected end of input
          `  `            | unexpected end of input
          {"a":1          | unexpected end of input
          "abc            | unexpected end of input
          {"a":1,"a":2}   | duplicate member name
          {"b":{"a":1,"a":1}} | duplicate member name
          {} {}           | unexpected text after the end
          1 2             | unexpected text after the end
          {}]             | unexpected character
          {"a":}          | unexpected character
          [1,]            | unexpected character
          {'a':1}         | unexpected character
          {a:1}           | unexpected character
          NaN             | unexpected character
          -Infinity       | unexpected character
          01              | unexpected character
          1.              | unexpected character
          +1              | unexpected character
          // x            | unexpected character
          secret          | unexpected character
          "\\x"           | unexpected character
          """)
  void text_that_is_no_json_is_refused_without_being_repeated(String text, String reason) {
    for (String field : new String[] {"args", "new_record"}) {
      ValidationException fault =
          catchThrowableOfType(
              ValidationException.class,
              () -> {
                if (field.equals("args")) {
                  CODEC.parse(field, text);
                } else {
                  CODEC.decodeDraft(field, text.startsWith("{") ? text : "{\"x\":" + text);
                }
              });
      assertThat(fault).as(field).isNotNull();
      assertThat(fault.field()).isEqualTo(field);
      assertThat(fault.getMessage())
          .startsWith("invalid " + field + " JSON: ")
          .doesNotContain("Source", "secret", "jackson");
      if (field.equals("args")) {
        assertThat(fault.getMessage()).startsWith("invalid args JSON: " + reason);
      }
    }
  }

  @Test
  void a_record_has_to_be_an_object() {
    for (String text : new String[] {"[]", "1", "null", "\"x\""}) {
      assertThatThrownBy(() -> CODEC.decode(text))
          .isInstanceOf(ValidationException.class)
          .hasMessage("invalid record JSON: must be an object");
    }
  }

  @Test
  void nesting_beyond_two_hundred_levels_is_refused_wherever_it_stands() {
    assertThat(CODEC.parse("args", nested(200))).isNotNull();
    assertThatThrownBy(() -> CODEC.parse("args", nested(201)))
        .isInstanceOf(ValidationException.class)
        .hasMessage("invalid args JSON: nesting exceeds 200 levels");
    for (String text :
        new String[] {
          "{\"unknown\":" + nested(100_000) + "}",
          "{\"payload\":{\"kind\":\"semantic\",\"object\":" + nested(201) + "}}",
          "{\"payload\":{\"object\":" + nested(100_000) + ",\"kind\":\"semantic\"}}"
        }) {
      assertThatThrownBy(() -> CODEC.decodeDraft(text))
          .isInstanceOf(ValidationException.class)
          .hasMessage("invalid record JSON: nesting exceeds 200 levels");
    }
  }

  @Test
  void what_stands_around_a_free_form_value_does_not_count_as_its_levels() {
    String record = "{\"payload\":{\"kind\":\"semantic\",\"object\":" + nested(200) + "}}";
    String answer = "{\"records\":[" + record + "]}";
    assertThat(CODEC.write(CODEC.parseWritten("answer", answer))).isEqualTo(answer);
    assertThat(CODEC.parseWritten("answer", nested(216))).isNotNull();
    assertThatThrownBy(() -> CODEC.parseWritten("answer", nested(217)))
        .isInstanceOf(ValidationException.class);
  }

  @Test
  void duplicates_are_refused_in_records_too() {
    assertThatThrownBy(() -> CODEC.decodeDraft("{\"scope\":\"a\",\"scope\":\"b\"}"))
        .hasMessageStartingWith("invalid record JSON: duplicate member name");
    assertThatThrownBy(() -> CODEC.decodeDraft("{\"x\":{\"y\":1,\"y\":1}}"))
        .hasMessageStartingWith("invalid record JSON: duplicate member name");
  }

  @Test
  void a_record_that_has_no_json_is_not_written() {
    MemoryRecord record = Samples.record(Samples.fact()).withSalience(Double.NaN);

    assertThatThrownBy(() -> CODEC.encode(record))
        .isInstanceOf(ValidationException.class)
        .hasMessage("validation error for salience: must be a finite number");
  }

  private static String nested(int levels) {
    return "[".repeat(levels) + "]".repeat(levels);
  }

  private static String with(String type, String path, String value) throws Exception {
    JsonNode root = sample(type);
    JsonNode parent = parent(root, path);
    if (parent instanceof ObjectNode object) {
      object.put(last(path), "MARKER");
    } else {
      ((ArrayNode) parent).set(Integer.parseInt(last(path)), "MARKER");
    }
    return root.toString().replace("\"MARKER\"", value);
  }

  private static String without(String type, String path) throws Exception {
    JsonNode root = sample(type);
    ((ObjectNode) parent(root, path)).remove(last(path));
    return root.toString();
  }

  private static JsonNode sample(String type) throws Exception {
    MemoryRecord record =
        Samples.ofEveryType()
            .filter(r -> r.type().wireName().equals(type))
            .findFirst()
            .orElseThrow();
    return TREES.readTree(CODEC.encode(record));
  }

  private static JsonNode parent(JsonNode root, String path) {
    String pointer = pointer(path);
    JsonNode parent = root.at(pointer.substring(0, pointer.lastIndexOf('/')));
    assertThat(parent.isContainerNode()).as("%s is in the sample", path).isTrue();
    return parent;
  }

  private static String last(String path) {
    return pointer(path).substring(pointer(path).lastIndexOf('/') + 1);
  }

  private static String pointer(String path) {
    return "/" + path.replace('.', '/').replace("[", "/").replace("]", "");
  }

  @Test
  void the_object_of_a_fact_may_be_null_and_not_missing() throws Exception {
    MemoryRecord read = CODEC.decode(with("semantic", "payload.object", "null"));
    assertThat(CODEC.decode(CODEC.encode(read))).isEqualTo(read);
    assertThatThrownBy(() -> CODEC.decode(without("semantic", "payload.object")))
        .hasMessage("validation error for payload.object: is required");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"semantic\",\"payload\":{\"kind\":\"working\",\"subject\":\"user\"}}",
        "{\"payload\":{\"subject\":\"user\",\"kind\":\"working\"},\"type\":\"semantic\"}"
      })
  void a_payload_of_another_type_is_told_so_and_not_what_it_lacks_as_one(String draft) {
    assertThatThrownBy(() -> CODEC.decodeDraft(draft))
        .isInstanceOfSatisfying(
            ValidationException.class, wrong -> assertThat(wrong.field()).isEqualTo("payload.kind"))
        .hasMessageContaining("must be semantic, the type of the record");
    assertThatThrownBy(() -> CODEC.decodeDraft(draft.replace("semantic", "working")))
        .isInstanceOfSatisfying(
            ValidationException.class,
            wrong -> assertThat(wrong.field()).isEqualTo("payload.thread_id"));
  }
}
