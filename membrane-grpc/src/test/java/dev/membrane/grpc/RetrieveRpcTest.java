package dev.membrane.grpc;

import static dev.membrane.grpc.Refusals.assertInvalid;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.membrane.TokenEstimate;
import dev.membrane.grpc.v1.GetMetricsRequest;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestObservationRequest;
import dev.membrane.grpc.v1.IngestRecordRequest;
import dev.membrane.grpc.v1.IngestResponse;
import dev.membrane.grpc.v1.IngestWorkingStateRequest;
import dev.membrane.grpc.v1.ReplayRetrievalRequest;
import dev.membrane.grpc.v1.RetrieveByIDRequest;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.RetrieveResponse;
import dev.membrane.grpc.v1.TrustContext;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryType;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RetrieveRpcTest extends RpcScenes {

  @Test
  void what_was_ingested_is_retrieved_as_it_was_answered() {
    ByteString ingested = fact("the parser", "low", "");

    RetrieveResponse answer = client.retrieve(under("low").build());

    assertThat(ids(answer)).containsExactly(Json.record(ingested).id());
    assertThat(Json.text(Json.object(answer.getRecords(0)), "payload.subject"))
        .isEqualTo("the parser");
    assertThat(answer.getTruncated()).isFalse();
    assertThat(answer.getExplanationsList()).isEmpty();
  }

  @Test
  void one_level_above_the_trust_only_the_header_is_shown() {
    fact("secret plan", "medium", "");
    fact("deep secret", "high", "");

    RetrieveResponse answer = client.retrieve(under("low").build());

    assertThat(answer.getRecordsList()).hasSize(1);
    assertThat(Json.object(answer.getRecords(0)).members())
        .containsOnlyKeys(
            "id", "type", "sensitivity", "confidence", "salience", "created_at", "updated_at");
  }

  @Test
  void a_task_ranks_and_the_reasons_are_given_when_asked_for() {
    String other = Json.record(fact("weather", "low", "")).id();
    String parser = Json.record(fact("parser", "low", "")).id();

    RetrieveResponse answer =
        client.retrieve(under("low").setTaskDescriptor("fix the parser").setExplain(true).build());

    assertThat(ids(answer)).containsExactly(parser, other);
    assertThat(answer.getExplanationsList()).hasSize(2);
    assertThat(Json.object(answer.getExplanations(0)).members()).isNotEmpty();
  }

  @Test
  void a_replayed_question_has_its_memory_types_in_their_own_order() {
    List<String> types = Stream.of(MemoryType.values()).map(MemoryType::wireName).toList();
    List<String> asked = new ArrayList<>(types);
    Collections.reverse(asked);
    String receipt =
        client
            .retrieve(under("low").addAllMemoryTypes(asked).setReceipt(true).build())
            .getReceiptId();

    assertThat(replayed(receipt).getMemoryTypesList()).isEqualTo(types);
  }

  private RetrieveRequest replayed(String receipt) {
    return client
        .replayRetrieval(ReplayRetrievalRequest.newBuilder().setReceiptId(receipt).build())
        .getRequest();
  }

  @Test
  void every_filter_reaches_the_engine() {
    ByteString acme = fact("tagged", "low", "acme", "red", "round");
    fact("untagged", "low", "globex");
    String mine = working("thread-1");
    working("thread-2");

    assertThat(ids(under("low").addTags("red").addTags("round")))
        .containsExactly(Json.record(acme).id());
    assertThat(ids(under("low").setThreadId("thread-1"))).containsExactly(mine);
    assertThat(ids(under("low").addMemoryTypes("working").addMemoryTypes("working"))).hasSize(2);
    assertThat(ids(under("low", "acme").addMemoryTypes("semantic")))
        .containsExactly(Json.record(acme).id());
    assertThat(ids(under("low").setLimit(1))).hasSize(1);
    assertThat(ids(under("low").setMinSalience(1.5))).isEmpty();
    assertThat(ids(under("low"))).hasSize(4);
  }

  @Test
  void the_situation_leaves_out_what_contradicts_it() {
    record(
        """
        {"type":"semantic","sensitivity":"low",
         "provenance":{"sources":[{"kind":"event","ref":"r"}]},
         "payload":{"kind":"semantic","subject":"s","predicate":"p","object":1,
          "validity":{"mode":"conditional","conditions":{"os":"linux"}},
          "evidence":[],"revision_policy":"replace"}}
        """);

    assertThat(ids(under("low").setContext("{\"os\":\"linux\"}"))).hasSize(1);
    assertThat(ids(under("low").setContext("{\"os\":\"windows\"}"))).isEmpty();
  }

  @Test
  void the_selection_names_the_procedures_that_fit() {
    String id =
        record(
            """
            {"type":"competence","sensitivity":"low",
             "provenance":{"sources":[{"kind":"event","ref":"r"}]},
             "payload":{"kind":"competence","skill_name":"repair parser",
              "triggers":[{"signal":"parser"}],"recipe":[{"step":"read"}]}}
            """);

    RetrieveResponse answer =
        client.retrieve(under("low").setTaskDescriptor("repair parser").build());

    JsonObject selection = Json.object(answer.getSelection());
    assertThat(selection.members())
        .containsOnlyKeys("selected", "scores", "confidence", "needs_more");
    assertThat(Json.text(selection, "selected.0.id")).isEqualTo(id);
    assertThat(Json.list(selection, "scores")).hasSize(1);
  }

  @Test
  void a_procedure_that_stopped_working_says_so_in_every_view() {
    String id =
        record(
            """
            {"type":"competence","sensitivity":"low",
             "provenance":{"sources":[{"kind":"event","ref":"r"}]},
             "payload":{"kind":"competence","skill_name":"repair parser",
              "triggers":[{"signal":"parser"}],"recipe":[{"step":"read"}],
              "performance":{"success_count":0,"failure_count":9,"success_rate":0}}}
            """);
    RetrieveRequest.Builder question = under("low").setTaskDescriptor("repair parser");

    RetrieveResponse full = client.retrieve(question.build());
    RetrieveResponse compact = client.retrieve(question.setView("compact").build());
    RetrieveResponse text = client.retrieve(question.setView("text").build());

    for (RetrieveResponse answer : List.of(full, compact, text)) {
      JsonObject selection = Json.object(answer.getSelection());
      assertThat(Json.text(selection, "stopped_working.0")).isEqualTo(id);
    }
    String mark = "\"stopped_working\":true";
    assertThat(compact.getRecords(0).toStringUtf8()).contains(mark);
    assertThat(compact.getSelection().toStringUtf8()).contains(mark);
    assertThat(text.getSelection().toStringUtf8()).contains(mark);
    assertThat(text.getText()).contains(" (stopped working) skill repair parser: ");
  }

  @Test
  void facts_that_say_otherwise_say_which_is_the_latest() {
    for (String home : List.of("Rome", "Milan")) {
      IngestResponse unused =
          client.ingestObservation(
              IngestObservationRequest.newBuilder()
                  .setSource("ann")
                  .setSubject("user")
                  .setPredicate("lives in")
                  .setObject("\"" + home + "\"")
                  .build());
    }
    RetrieveRequest.Builder question = under("low").setTaskDescriptor("lives");

    assertThat(client.retrieve(question.setView("text").build()).getText().lines())
        .anyMatch(line -> line.endsWith(" (older) fact: user lives in Rome"))
        .anyMatch(line -> line.endsWith(" (latest) fact: user lives in Milan"));
    assertThat(client.retrieve(question.setView("compact").build()).getRecordsList())
        .extracting(record -> Json.text(Json.object(record), "age"))
        .containsExactlyInAnyOrder("older", "latest");
  }

  @Test
  void without_procedures_there_is_no_selection() {
    fact("parser", "low", "");

    assertThat(client.retrieve(under("low").setTaskDescriptor("parser").build()).getSelection())
        .isEqualTo(ByteString.EMPTY);
  }

  @Test
  void only_what_matches_is_answered_if_that_is_asked_for() {
    fact("weather", "low", "acme");
    String parser = Json.record(fact("parser", "low", "globex")).id();

    assertThat(ids(under("low").setTaskDescriptor("parser").setMatchingOnly(true)))
        .containsExactly(parser);
    assertThat(ids(under("low").setMatchingOnly(true))).isEmpty();
  }

  @Test
  void every_record_has_a_score_for_the_instant_that_is_asked_at() {
    fact("parser", "low", "");

    RetrieveResponse early =
        client.retrieve(under("low").setNow("2020-01-01T00:00:00+01:00").build());
    RetrieveResponse late = client.retrieve(under("low").setNow("2090-01-01T00:00:00Z").build());

    assertThat(early.getScoresList()).hasSize(1);
    assertThat(late.getScores(0)).isLessThan(early.getScores(0));
    assertThat(late.getScores(0)).isEqualTo(Json.record(late.getRecords(0)).salience());
    assertInvalid(
        () -> client.retrieve(under("low").setNow("yesterday").build()),
        "invalid timestamp: \"yesterday\" in now"
            + "; RFC 3339 in years 1 to 9999 is needed, such as 2026-01-02T03:04:05Z");
  }

  @Test
  void records_come_as_lines_of_text_or_as_compact_json() {
    ByteString seen = fact("the parser", "low", "acme");
    ByteString redacted = fact("a secret", "medium", "acme");

    RetrieveResponse text = client.retrieve(under("low").setView("text").setExplain(true).build());
    assertThat(text.getRecordsList()).isEmpty();
    assertThat(text.getText().lines())
        .hasSize(2)
        .anyMatch(line -> line.startsWith("[" + tail(seen) + "]") && line.contains("the parser"))
        .anyMatch(
            line -> line.startsWith("[" + tail(redacted) + "]") && line.contains("not shown"));
    assertThat(text.getText()).doesNotContain("a secret");
    assertThat(text.getScoresList()).hasSize(2);
    assertThat(text.getExplanationsList()).hasSize(2);

    RetrieveResponse compact = client.retrieve(under("medium").setView("compact").build());
    assertThat(compact.getText()).isEmpty();
    assertThat(compact.getRecordsList()).hasSize(2);
    assertThat(Json.object(compact.getRecords(0)).members())
        .containsOnlyKeys("id", "type", "scope", "date", "confidence", "content");

    RetrieveResponse little =
        client.retrieve(under("low").setView("text").setMaxTokens(30).build());
    assertThat(little.getTruncated()).isTrue();
    assertThat(TokenEstimate.of(little.getText())).isBetween(5L, 30L);
    assertInvalid(
        () -> client.retrieve(under("low").setView("prose").build()),
        "view must be one of: full, text, compact");
    assertInvalid(
        () -> client.retrieve(under("low").setMaxTokens(-1).build()),
        "max_tokens must be non-negative");
  }

  @Test
  void a_wait_for_embeddings_ends_where_there_are_none_and_has_a_range() {
    fact("parser", "low", "");

    assertThat(ids(under("low").setWaitForEmbeddingsMs(60_000))).hasSize(1);
    for (int bad : new int[] {-1, 60_001}) {
      assertInvalid(
          () -> client.retrieve(under("low").setWaitForEmbeddingsMs(bad).build()),
          "wait_for_embeddings_ms must be between 0 and 60000");
    }
  }

  @Test
  void what_is_selected_is_as_compact_as_the_rest() {
    record(
        """
        {"type":"competence","sensitivity":"low",
         "provenance":{"sources":[{"kind":"event","ref":"r"}]},
         "payload":{"kind":"competence","skill_name":"repair parser",
          "triggers":[{"signal":"parser"}],"recipe":[{"step":"read"}]}}
        """);

    RetrieveResponse answer =
        client.retrieve(under("low").setTaskDescriptor("repair parser").setView("text").build());

    assertThat(Json.text(Json.object(answer.getSelection()), "selected.0.content.skill_name"))
        .isEqualTo("repair parser");
  }

  private static String tail(ByteString record) {
    String id = Json.record(record).id();
    return id.substring(id.length() - 8);
  }

  @Test
  void trust_is_required() {
    String text = "trust context is required";
    assertInvalid(() -> client.retrieve(RetrieveRequest.getDefaultInstance()), text);
    assertInvalid(() -> client.retrieveByID(RetrieveByIDRequest.getDefaultInstance()), text);
  }

  @Test
  void trust_needs_a_known_sensitivity() {
    String text = "trust.max_sensitivity must be one of: public, low, medium, high, hyper";
    assertInvalid(() -> client.retrieve(under("").build()), text);
    assertInvalid(() -> client.retrieve(under("secret").build()), text);
    assertInvalid(
        () -> client.retrieveByID(RetrieveByIDRequest.newBuilder().setTrust(trust("")).build()),
        text);
  }

  @Test
  void numbers_out_of_range_are_refused() {
    String limit = "limit must be between 0 and 10000";
    assertInvalid(() -> client.retrieve(under("low").setLimit(-1).build()), limit);
    assertInvalid(() -> client.retrieve(under("low").setLimit(10_001).build()), limit);
    String salience = "min_salience must be non-negative and finite";
    for (double bad : new double[] {-0.1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertInvalid(() -> client.retrieve(under("low").setMinSalience(bad).build()), salience);
    }
  }

  @Test
  void unknown_types_are_answered_with_the_known_ones() {
    assertInvalid(
        () -> client.retrieve(under("low").addMemoryTypes("procedural").build()),
        "memory_types must be one of: episodic, working, semantic, competence, plan_graph");
  }

  @Test
  void the_context_must_be_a_json_object() {
    for (String bad : List.of("{", "[]", "1")) {
      Status status =
          Refusals.refusalOf(() -> client.retrieve(under("low").setContext(bad).build()));
      assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
      assertThat(status.getDescription()).startsWith("invalid context JSON: ");
    }
  }

  @Test
  void an_instant_that_is_not_known_is_refused() {
    String text = "as_of must not be in the future";
    String instant = "2999-01-01T00:00:00Z";
    String id = Json.record(fact("parser", "low", "acme")).id();
    assertInvalid(() -> client.retrieve(under("low").setAsOf(instant).build()), text);
    assertInvalid(
        () ->
            client.retrieveByID(
                RetrieveByIDRequest.newBuilder()
                    .setId(id)
                    .setTrust(trust("low"))
                    .setAsOf(instant)
                    .build()),
        text);
  }

  @Test
  void a_record_is_read_by_id_as_far_as_the_trust_allows() {
    ByteString ingested = fact("parser", "medium", "acme");
    String id = Json.record(ingested).id();

    assertThat(Json.record(byId(id, trust("medium"))).id()).isEqualTo(id);
    assertThat(Json.object(byId(id, trust("low"))).members())
        .containsOnlyKeys(
            "id",
            "type",
            "sensitivity",
            "confidence",
            "salience",
            "scope",
            "created_at",
            "updated_at");
    assertNotFound(id, trust("public"));
    assertNotFound(id, trust("medium").toBuilder().addScopes("globex").build());
    assertNotFound("01890a5d-ac96-774b-bcce-b302099a8057", trust("hyper"));
    assertNotFound("no id", trust("hyper"));
    assertInvalid(() -> byId("", trust("hyper")), "id is required");
  }

  @Test
  void metrics_are_a_json_object() {
    client.ingestEvent(
        IngestEventRequest.newBuilder().setSource("a").setEventKind("k").setRef("r").build());
    fact("parser", "low", "");

    JsonObject metrics =
        Json.object(client.getMetrics(GetMetricsRequest.getDefaultInstance()).getSnapshot());

    assertThat(Json.at(metrics, "total_records")).isEqualTo(Json.value("2"));
    assertThat(Json.at(metrics, "records_by_type.episodic")).isEqualTo(Json.value("1"));
  }

  private void assertNotFound(String id, TrustContext trust) {
    assertThat(Refusals.refusalOf(() -> byId(id, trust)).getCode())
        .isEqualTo(Status.Code.NOT_FOUND);
  }

  private ByteString byId(String id, TrustContext trust) {
    return client
        .retrieveByID(RetrieveByIDRequest.newBuilder().setId(id).setTrust(trust).build())
        .getRecord();
  }

  private ByteString fact(String subject, String sensitivity, String scope, String... tags) {
    return client
        .ingestObservation(
            IngestObservationRequest.newBuilder()
                .setSource("agent")
                .setSubject(subject)
                .setPredicate("is")
                .setSensitivity(sensitivity)
                .setScope(scope)
                .addAllTags(List.of(tags))
                .build())
        .getRecord();
  }

  private String working(String thread) {
    return Json.record(
            client
                .ingestWorkingState(
                    IngestWorkingStateRequest.newBuilder()
                        .setSource("agent")
                        .setThreadId(thread)
                        .setState("executing")
                        .build())
                .getRecord())
        .id();
  }

  private String record(String json) {
    return Json.record(
            client
                .ingestRecord(
                    IngestRecordRequest.newBuilder().setRecord(json).setSource("agent").build())
                .getRecord())
        .id();
  }

  private static TrustContext trust(String level, String... scopes) {
    return TrustContext.newBuilder().setMaxSensitivity(level).addAllScopes(List.of(scopes)).build();
  }

  private static RetrieveRequest.Builder under(String level, String... scopes) {
    return RetrieveRequest.newBuilder().setTrust(trust(level, scopes));
  }

  private List<String> ids(RetrieveRequest.Builder request) {
    return ids(client.retrieve(request.build()));
  }

  private static List<String> ids(RetrieveResponse answer) {
    return answer.getRecordsList().stream()
        .map(json -> Json.text(Json.object(json), "id"))
        .toList();
  }
}
