package dev.membrane.grpc;

import static dev.membrane.grpc.Refusals.assertInvalid;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.membrane.grpc.v1.GetMetricsRequest;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestObservationRequest;
import dev.membrane.grpc.v1.IngestOutcomeRequest;
import dev.membrane.grpc.v1.IngestRecordRequest;
import dev.membrane.grpc.v1.IngestResponse;
import dev.membrane.grpc.v1.IngestToolOutputRequest;
import dev.membrane.grpc.v1.IngestWorkingStateRequest;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import io.grpc.Status;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class IngestRpcTest extends RpcScenes {

  private static final String UNKNOWN_ID = "01890a5d-ac96-774b-bcce-b302099a8057";

  @Test
  void an_event_becomes_an_episodic_record_with_everything_that_was_said() {
    JsonObject record =
        Json.object(
            client
                .ingestEvent(
                    event()
                        .setSummary("größer ✓ 🦊")
                        .setTimestamp("2026-01-15T11:30:00.1234567+01:00")
                        .addTags("b")
                        .addTags("a")
                        .addTags("b")
                        .setScope("project")
                        .setSensitivity("high")
                        .build())
                .getRecord());

    assertThat(Json.text(record, "type")).isEqualTo("episodic");
    assertThat(Json.text(record, "scope")).isEqualTo("project");
    assertThat(Json.text(record, "sensitivity")).isEqualTo("high");
    assertThat(Json.at(record, "tags")).isEqualTo(Json.value("[\"b\",\"a\"]"));
    assertThat(Json.text(record, "payload.timeline.0.event_kind")).isEqualTo("user_input");
    assertThat(Json.text(record, "payload.timeline.0.ref")).isEqualTo("msg-001");
    assertThat(Json.text(record, "payload.timeline.0.summary")).isEqualTo("größer ✓ 🦊");
    assertThat(Json.text(record, "payload.timeline.0.t")).isEqualTo("2026-01-15T10:30:00.123456Z");
    assertThat(Json.text(record, "provenance.sources.0.created_by")).isEqualTo("agent");
  }

  @Test
  void what_an_event_leaves_out_is_left_out() {
    JsonObject record = Json.object(client.ingestEvent(event().build()).getRecord());

    assertThat(record.members()).doesNotContainKeys("scope", "tags");
    assertThat(Json.text(record, "sensitivity")).isEqualTo("low");
    assertThat(((JsonObject) Json.at(record, "payload.timeline.0")).members())
        .doesNotContainKey("summary");
  }

  @Test
  void a_tool_output_keeps_its_json_as_it_was_sent() {
    JsonObject record =
        Json.object(
            client
                .ingestToolOutput(
                    tool()
                        .setArgs("{\"path\": \"/a\", \"n\": 12345678901234567890, \"x\": null}")
                        .setResult("[1.50, {}]")
                        .addDependsOn("node-1")
                        .setEffect("read")
                        .build())
                .getRecord());

    assertThat(Json.text(record, "payload.tool_graph.0.tool")).isEqualTo("file_read");
    assertThat(Json.text(record, "payload.tool_graph.0.effect")).isEqualTo("read");
    assertThat(Json.at(record, "payload.tool_graph.0.args"))
        .isEqualTo(Json.value("{\"path\":\"/a\",\"n\":12345678901234567890,\"x\":null}"));
    assertThat(Json.at(record, "payload.tool_graph.0.result")).isEqualTo(Json.value("[1.50,{}]"));
    assertThat(Json.at(record, "payload.tool_graph.0.depends_on"))
        .isEqualTo(Json.value("[\"node-1\"]"));
  }

  @Test
  void events_and_tool_outputs_of_one_episode_are_one_record() {
    ByteString first = client.ingestEvent(event().setEpisode("run-1").build()).getRecord();
    ByteString second = client.ingestToolOutput(tool().setEpisode("run-1").build()).getRecord();

    assertThat(Json.record(second).id()).isEqualTo(Json.record(first).id());
    assertThat(Json.list(Json.object(second), "payload.timeline")).hasSize(2);
  }

  @Test
  void an_observation_becomes_a_fact() {
    JsonObject record =
        Json.object(client.ingestObservation(fact().setObject("\"Go\"").build()).getRecord());

    assertThat(Json.text(record, "type")).isEqualTo("semantic");
    assertThat(Json.text(record, "payload.subject")).isEqualTo("user");
    assertThat(Json.text(record, "payload.predicate")).isEqualTo("prefers");
    assertThat(Json.text(record, "payload.object")).isEqualTo("Go");
  }

  @Test
  void the_answer_says_what_became_of_an_observation_and_what_it_conflicts_with() {
    IngestResponse go = client.ingestObservation(fact().setObject("\"Go\"").build());
    IngestResponse again = client.ingestObservation(fact().setObject("\"Go\"").build());
    IngestResponse twice =
        client.ingestObservation(fact().setObject("\"Go\"").setIfKnown("new").build());
    IngestResponse rust =
        client.ingestObservation(fact().setObject("\"Rust\"").setOnConflict("replace").build());

    String id = Json.record(go.getRecord()).id();
    String other = Json.record(twice.getRecord()).id();
    assertThat(go.getResult()).isEqualTo("created");
    assertThat(again.getResult()).isEqualTo("reinforced");
    assertThat(Json.record(again.getRecord()).id()).isEqualTo(id);
    assertThat(twice.getResult()).isEqualTo("created");
    assertThat(other).isNotEqualTo(id);
    assertThat(rust.getResult()).isEqualTo("replaced");
    assertThat(rust.getConflictsList()).containsExactlyInAnyOrder(id, other);
  }

  @Test
  void what_was_observed_before_a_fact_does_not_replace_it() {
    IngestResponse go = client.ingestObservation(fact().setObject("\"Go\"").build());
    IngestObservationRequest late =
        fact()
            .setObject("\"Rust\"")
            .setTimestamp("2020-01-01T00:00:00Z")
            .setOnConflict("replace")
            .build();

    IngestResponse rust = client.ingestObservation(late);
    assertThat(rust.getResult()).isEqualTo("created");
    assertThat(rust.getConflictsList()).containsExactly(Json.record(go.getRecord()).id());
  }

  @Test
  void every_ingest_call_says_what_became_of_it() {
    IngestEventRequest begin = event().setEpisode("run-2").setIdempotencyKey("k").build();
    IngestResponse begun = client.ingestEvent(begin);
    String id = Json.record(begun.getRecord()).id();

    assertThat(begun.getResult()).isEqualTo("created");
    assertThat(client.ingestEvent(begin).getResult()).isEqualTo("repeated");
    assertThat(client.ingestToolOutput(tool().setEpisode("run-2").build()).getResult())
        .isEqualTo("appended");
    assertThat(client.ingestOutcome(outcome(id).build()).getResult()).isEqualTo("appended");
  }

  @Test
  void an_unknown_effect_of_a_tool_is_refused() {
    assertInvalid(
        () -> client.ingestToolOutput(tool().setEffect("none").build()),
        "effect must be one of: read, write");
  }

  @Test
  void an_unknown_treatment_of_an_observation_is_refused() {
    assertInvalid(
        () -> client.ingestObservation(fact().setIfKnown("ignore").build()),
        "if_known must be one of: reinforce, new");
    assertInvalid(
        () -> client.ingestObservation(fact().setOnConflict("merge").build()),
        "on_conflict must be one of: keep, replace, contest");
  }

  @Test
  void an_observation_without_an_object_is_stored_with_null() {
    JsonObject record = Json.object(client.ingestObservation(fact().build()).getRecord());

    assertThat(Json.at(record, "payload.object")).isEqualTo(JsonNull.NULL);
  }

  @Test
  void an_outcome_changes_its_episode() {
    String id = Json.record(client.ingestEvent(event().build()).getRecord()).id();

    JsonObject record = Json.object(client.ingestOutcome(outcome(id).build()).getRecord());

    assertThat(Json.text(record, "id")).isEqualTo(id);
    assertThat(Json.text(record, "payload.outcome")).isEqualTo("success");
  }

  @Test
  void an_outcome_of_an_unknown_record_is_not_found() {
    Status status = Refusals.refusalOf(() -> client.ingestOutcome(outcome(UNKNOWN_ID).build()));
    assertThat(status.getCode()).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(Refusals.refusalOf(() -> client.ingestOutcome(outcome("no uuid").build())).getCode())
        .isEqualTo(Status.Code.NOT_FOUND);
  }

  @Test
  void an_outcome_of_a_fact_is_refused() {
    String id = Json.record(client.ingestObservation(fact().build()).getRecord()).id();

    Status status = Refusals.refusalOf(() -> client.ingestOutcome(outcome(id).build()));

    assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(status.getDescription()).contains("is not episodic");
  }

  @Test
  void a_working_state_keeps_all_its_parts() {
    JsonObject record =
        Json.object(
            client
                .ingestWorkingState(
                    state()
                        .addNextActions("run tests")
                        .addOpenQuestions("which?")
                        .setContextSummary("half done")
                        .setActiveConstraints(
                            "[{\"type\":\"resource\",\"key\":\"max\",\"value\":5,\"required\":true}]")
                        .build())
                .getRecord());

    assertThat(Json.text(record, "type")).isEqualTo("working");
    assertThat(Json.text(record, "payload.thread_id")).isEqualTo("session-42");
    assertThat(Json.text(record, "payload.state")).isEqualTo("executing");
    assertThat(Json.text(record, "payload.next_actions.0")).isEqualTo("run tests");
    assertThat(Json.text(record, "payload.open_questions.0")).isEqualTo("which?");
    assertThat(Json.text(record, "payload.context_summary")).isEqualTo("half done");
    assertThat(Json.at(record, "payload.active_constraints.0"))
        .isEqualTo(
            Json.value("{\"type\":\"resource\",\"key\":\"max\",\"value\":5,\"required\":true}"));
  }

  @Test
  void arguments_and_constraints_that_are_null_are_none() {
    JsonObject call =
        Json.object(client.ingestToolOutput(tool().setArgs("null").build()).getRecord());
    JsonObject working =
        Json.object(
            client.ingestWorkingState(state().setActiveConstraints(" null").build()).getRecord());

    assertThat(Json.text(call, "payload.tool_graph.0.tool")).isNotEmpty();
    assertThat(call.toString()).doesNotContain("\"args\"");
    assertThat(working.toString()).doesNotContain("active_constraints");
  }

  @Test
  void a_full_record_is_stored_as_given() {
    String draft =
        """
        {"type":"competence","sensitivity":"medium","tags":["t"],
         "provenance":{"sources":[{"kind":"event","ref":"r"}]},
         "payload":{"kind":"competence","skill_name":"fix",
          "triggers":[{"signal":"error"}],"recipe":[{"step":"read"}]}}
        """;
    JsonObject record = Json.object(client.ingestRecord(record(draft).build()).getRecord());

    assertThat(Json.text(record, "type")).isEqualTo("competence");
    assertThat(Json.text(record, "sensitivity")).isEqualTo("medium");
    assertThat(Json.text(record, "payload.skill_name")).isEqualTo("fix");
  }

  @Test
  void a_repeat_with_the_same_idempotency_key_answers_with_the_same_record() {
    IngestEventRequest request = event().setIdempotencyKey("key-1").build();
    String first = Json.record(client.ingestEvent(request).getRecord()).id();

    assertThat(Json.record(client.ingestEvent(request).getRecord()).id()).isEqualTo(first);

    Status status =
        Refusals.refusalOf(
            () -> client.ingestEvent(request.toBuilder().setSummary("other").build()));
    assertThat(status.getCode()).isEqualTo(Status.Code.ALREADY_EXISTS);
  }

  @Test
  void every_ingest_call_takes_an_idempotency_key() {
    String episode = Json.record(client.ingestEvent(event().build()).getRecord()).id();
    String draft =
        """
        {"type":"semantic","sensitivity":"low",
         "provenance":{"sources":[{"kind":"event","ref":"r"}]},
         "payload":{"kind":"semantic","subject":"s","predicate":"p","object":1,
          "validity":{"mode":"global"},"evidence":[],"revision_policy":"replace"}}
        """;
    for (int i = 0; i < 2; i++) {
      client.ingestToolOutput(tool().setIdempotencyKey("k").build());
      client.ingestObservation(fact().setIdempotencyKey("k").build());
      client.ingestOutcome(outcome(episode).setIdempotencyKey("k").build());
      client.ingestWorkingState(state().setIdempotencyKey("k").build());
      client.ingestRecord(record(draft).setIdempotencyKey("k").build());
    }

    JsonValue metrics = Json.object(client.getMetrics(metricsRequest()).getSnapshot());
    assertThat(Json.at(metrics, "total_records")).isEqualTo(Json.value("5"));
  }

  @Test
  void what_is_missing_is_named() {
    assertInvalid(
        () -> client.ingestEvent(event().clearSource().build()), "candidate source is required");
    assertInvalid(
        () -> client.ingestEvent(event().clearEventKind().build()),
        "event kind is required for event candidates");
    assertInvalid(
        () -> client.ingestEvent(event().clearRef().build()),
        "event ref is required for event candidates");
    assertInvalid(
        () -> client.ingestToolOutput(tool().clearToolName().build()),
        "tool name is required for tool output candidates");
    assertInvalid(
        () -> client.ingestObservation(fact().clearSubject().build()),
        "subject is required for observation candidates");
    assertInvalid(
        () -> client.ingestObservation(fact().clearPredicate().build()),
        "predicate is required for observation candidates");
    assertInvalid(
        () -> client.ingestOutcome(outcome("").build()),
        "target record ID is required for outcome candidates");
    assertInvalid(
        () -> client.ingestOutcome(outcome(UNKNOWN_ID).clearOutcomeStatus().build()),
        "outcome status is required for outcome candidates");
    assertInvalid(
        () -> client.ingestWorkingState(state().clearThreadId().build()),
        "thread ID is required for working state candidates");
    assertInvalid(
        () -> client.ingestWorkingState(state().clearState().build()),
        "task state is required for working state candidates");
  }

  @Test
  void unknown_names_are_answered_with_the_known_ones() {
    String levels = "sensitivity must be one of: public, low, medium, high, hyper";
    assertInvalid(() -> client.ingestEvent(event().setSensitivity("Low").build()), levels);
    assertInvalid(() -> client.ingestToolOutput(tool().setSensitivity("x").build()), levels);
    assertInvalid(() -> client.ingestObservation(fact().setSensitivity("x").build()), levels);
    assertInvalid(() -> client.ingestWorkingState(state().setSensitivity("x").build()), levels);
    assertInvalid(
        () -> client.ingestOutcome(outcome(UNKNOWN_ID).setOutcomeStatus("ok").build()),
        "outcome_status must be one of: success, failure, partial");
    assertInvalid(
        () -> client.ingestWorkingState(state().setState("idle").build()),
        "state must be one of: planning, executing, blocked, waiting, done");
  }

  @Test
  void a_timestamp_must_be_rfc_3339() {
    String text =
        "invalid timestamp: \"yesterday\" in timestamp"
            + "; RFC 3339 in years 1 to 9999 is needed, such as 2026-01-02T03:04:05Z";
    assertInvalid(() -> client.ingestEvent(event().setTimestamp("yesterday").build()), text);
    assertInvalid(() -> client.ingestToolOutput(tool().setTimestamp("yesterday").build()), text);
    assertInvalid(() -> client.ingestObservation(fact().setTimestamp("yesterday").build()), text);
    assertInvalid(
        () -> client.ingestOutcome(outcome(UNKNOWN_ID).setTimestamp("yesterday").build()), text);
    assertInvalid(() -> client.ingestWorkingState(state().setTimestamp("yesterday").build()), text);
  }

  @Test
  void malformed_json_is_refused_with_the_name_of_its_field() {
    assertJsonRefused("args", () -> client.ingestToolOutput(tool().setArgs("{").build()));
    assertJsonRefused("args", () -> client.ingestToolOutput(tool().setArgs("[1]").build()));
    assertJsonRefused("result", () -> client.ingestToolOutput(tool().setResult("{]").build()));
    assertJsonRefused("object", () -> client.ingestObservation(fact().setObject("Go").build()));
    assertJsonRefused(
        "active_constraints",
        () -> client.ingestWorkingState(state().setActiveConstraints("[").build()));
    assertJsonRefused(
        "active_constraints",
        () -> client.ingestWorkingState(state().setActiveConstraints("{\"a\":").build()));
    assertJsonRefused(
        "active_constraints",
        () -> client.ingestWorkingState(state().setActiveConstraints("none at all").build()));
    assertJsonRefused("record", () -> client.ingestRecord(record("{\"a\":}").build()));
    assertJsonRefused("record", () -> client.ingestRecord(record(" ").build()));
    Refusals.assertInvalid(() -> client.ingestRecord(record("").build()), "record is required");
  }

  @Test
  void nothing_of_a_refused_request_is_stored() {
    for (String bad : List.of("{", "[1]")) {
      Refusals.refusalOf(() -> client.ingestToolOutput(tool().setArgs(bad).build()));
    }
    Refusals.refusalOf(() -> client.ingestEvent(event().clearRef().build()));

    JsonValue metrics = Json.object(client.getMetrics(metricsRequest()).getSnapshot());
    assertThat(Json.at(metrics, "total_records")).isEqualTo(Json.value("0"));
  }

  @Test
  void a_taken_id_is_refused() {
    String draft =
        """
        {"id":"%s","type":"semantic","sensitivity":"low",
         "provenance":{"sources":[{"kind":"event","ref":"r"}]},
         "payload":{"kind":"semantic","subject":"s","predicate":"p","object":1,
          "validity":{"mode":"global"},"evidence":[],"revision_policy":"replace"}}
        """
            .formatted(UNKNOWN_ID);
    client.ingestRecord(record(draft).build());

    Status status = Refusals.refusalOf(() -> client.ingestRecord(record(draft).build()));

    assertThat(status.getCode()).isEqualTo(Status.Code.ALREADY_EXISTS);
  }

  private static void assertJsonRefused(String field, ThrowingCallable call) {
    Status status = Refusals.refusalOf(call);
    assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(status.getDescription()).startsWith("invalid " + field + " JSON: ");
  }

  private static GetMetricsRequest metricsRequest() {
    return GetMetricsRequest.getDefaultInstance();
  }

  private static IngestEventRequest.Builder event() {
    return IngestEventRequest.newBuilder()
        .setSource("agent")
        .setEventKind("user_input")
        .setRef("msg-001");
  }

  private static IngestToolOutputRequest.Builder tool() {
    return IngestToolOutputRequest.newBuilder().setSource("agent").setToolName("file_read");
  }

  private static IngestObservationRequest.Builder fact() {
    return IngestObservationRequest.newBuilder()
        .setSource("agent")
        .setSubject("user")
        .setPredicate("prefers");
  }

  private static IngestOutcomeRequest.Builder outcome(String id) {
    return IngestOutcomeRequest.newBuilder()
        .setSource("agent")
        .setTargetRecordId(id)
        .setOutcomeStatus("success");
  }

  private static IngestWorkingStateRequest.Builder state() {
    return IngestWorkingStateRequest.newBuilder()
        .setSource("agent")
        .setThreadId("session-42")
        .setState("executing");
  }

  private static IngestRecordRequest.Builder record(String json) {
    return IngestRecordRequest.newBuilder().setRecord(json).setSource("agent");
  }
}
