package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.grpc.v1.ContestRequest;
import dev.membrane.grpc.v1.DeleteEpisodeRequest;
import dev.membrane.grpc.v1.DeleteRequest;
import dev.membrane.grpc.v1.EraseRequest;
import dev.membrane.grpc.v1.ForkRequest;
import dev.membrane.grpc.v1.GetAuditLogRequest;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestObservationRequest;
import dev.membrane.grpc.v1.IngestRecordRequest;
import dev.membrane.grpc.v1.MergeRequest;
import dev.membrane.grpc.v1.PenalizeRequest;
import dev.membrane.grpc.v1.ReinforceRequest;
import dev.membrane.grpc.v1.RetractRequest;
import dev.membrane.grpc.v1.RetrieveByIDRequest;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.SupersedeRequest;
import dev.membrane.grpc.v1.TrustContext;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import io.grpc.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Everything that changes what is known, over the wire. */
class RevisionRpcTest extends RpcScenes {

  private static final TrustContext TRUST =
      TrustContext.newBuilder().setMaxSensitivity("hyper").build();
  private static final TrustContext LOW =
      TrustContext.newBuilder().setMaxSensitivity("low").build();
  private static final String UNKNOWN = "01890a5d-ac96-774b-bcce-b302099a8057";

  @Test
  void supersede_answers_with_the_successor_and_retires_the_old_record() {
    String old = observe("Go", "low");

    JsonObject successor = supersede(old, fact("Rust"));

    assertThat(Json.text(successor, "payload.object")).isEqualTo("Rust");
    assertThat(Json.text(successor, "payload.revision.supersedes")).isEqualTo(old);
    assertThat(Json.text(successor, "relations.0.predicate")).isEqualTo("supersedes");
    assertThat(Json.text(successor, "audit_log.0.actor")).isEqualTo("ann");
    JsonObject retired = byId(old);
    assertThat(Json.text(retired, "payload.revision.status")).isEqualTo("retracted");
    assertThat(Json.text(retired, "payload.revision.superseded_by"))
        .isEqualTo(Json.text(successor, "id"));
    assertThat(retrieved()).containsExactly(Json.text(successor, "id"));
  }

  @Test
  void fork_leaves_its_source() {
    String source = observe("Go", "low");

    JsonObject fork =
        Json.object(
            client
                .fork(
                    ForkRequest.newBuilder()
                        .setSourceId(source)
                        .setForkedRecord(fact("Rust"))
                        .setActor("ann")
                        .build())
                .getRecord());

    assertThat(Json.text(fork, "relations.0.predicate")).isEqualTo("derived_from");
    assertThat(Json.text(byId(source), "audit_log.1.action")).isEqualTo("fork");
    assertThat(retrieved()).containsExactlyInAnyOrder(source, Json.text(fork, "id"));
  }

  @Test
  void merge_makes_one_of_several() {
    List<String> ids = List.of(observe("Go", "low"), observe("Rust", "medium"));

    JsonObject merged =
        Json.object(
            client
                .merge(
                    MergeRequest.newBuilder().addAllIds(ids).setMergedRecord(fact("both")).build())
                .getRecord());

    assertThat(Json.text(merged, "sensitivity")).isEqualTo("medium");
    assertThat(Json.list(merged, "relations")).hasSize(2);
    assertThat(retrieved()).containsExactly(Json.text(merged, "id"));
    assertThat(
            Refusals.refusalOf(
                    () -> client.merge(MergeRequest.newBuilder().setMergedRecord("{}").build()))
                .getDescription())
        .isEqualTo("ids must not be empty");
  }

  @Test
  void retract_and_contest_answer_nothing_and_show_in_the_record() {
    String retracted = observe("Go", "low");
    String contested = observe("Rust", "low");

    var unused = client.retract(RetractRequest.newBuilder().setId(retracted).build());
    var unused2 =
        client.contest(
            ContestRequest.newBuilder().setId(contested).setContestingRef(retracted).build());

    assertThat(Json.text(byId(retracted), "payload.revision.status")).isEqualTo("retracted");
    assertThat(Json.text(byId(contested), "payload.revision.status")).isEqualTo("contested");
    assertThat(Json.text(byId(contested), "relations.0.target_id")).isEqualTo(retracted);
    assertThat(retrieved()).containsExactly(contested);
    assertThat(code(() -> client.retract(RetractRequest.newBuilder().setId(retracted).build())))
        .isEqualTo(Status.Code.FAILED_PRECONDITION);
  }

  @Test
  void reinforce_and_penalize_move_salience() {
    String id = observe("Go", "low");

    var unused = client.penalize(PenalizeRequest.newBuilder().setId(id).setAmount(0.5).build());
    assertThat(salience(id)).isBetween(0.4999, 0.5);
    var unused2 = client.reinforce(ReinforceRequest.newBuilder().setId(id).build());
    assertThat(salience(id)).isBetween(0.5999, 0.6);
    assertThat(
            Refusals.refusalOf(
                    () ->
                        client.penalize(
                            PenalizeRequest.newBuilder().setId(id).setAmount(-1).build()))
                .getDescription())
        .isEqualTo("amount must be non-negative and finite");
  }

  @Test
  void delete_leaves_an_audit_log_with_hashes() {
    String id = observe("Go", "low");

    var unused = client.delete(DeleteRequest.newBuilder().setId(id).setReason("asked to").build());

    assertThat(code(() -> byId(id))).isEqualTo(Status.Code.NOT_FOUND);
    List<JsonObject> log = auditLog(id);
    assertThat(log).hasSize(2);
    assertThat(Json.text(log.get(1), "action")).isEqualTo("delete");
    assertThat(Json.text(log.get(1), "rationale")).isEqualTo("asked to");
    assertThat(Json.text(log.get(1), "actor")).isEqualTo("anonymous");
    assertThat(log).allSatisfy(entry -> assertThat(Json.text(entry, "hash")).hasSize(64));
  }

  @Test
  void what_is_never_deleted_is_deleted_by_override_only() {
    String record =
        """
        {"type": "semantic", "sensitivity": "low", "lifecycle": {"deletion_policy": "never"},
         "provenance": {"sources": [{"kind": "event", "ref": "r"}]},
         "payload": {"kind": "semantic", "subject": "a", "predicate": "b", "object": 1,
           "validity": {"mode": "global"}}}
        """;
    String id =
        Json.text(
            Json.object(
                client
                    .ingestRecord(IngestRecordRequest.newBuilder().setRecord(record).build())
                    .getRecord()),
            "id");
    DeleteRequest plain = DeleteRequest.newBuilder().setId(id).setReason("asked to").build();

    assertThat(code(() -> client.delete(plain))).isEqualTo(Status.Code.FAILED_PRECONDITION);
    var unused = client.delete(plain.toBuilder().setOverridePolicy(true).build());

    assertThat(code(() -> byId(id))).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(Json.text(auditLog(id).get(1), "rationale"))
        .isEqualTo("Overrode the deletion_policy never: asked to");
  }

  @Test
  void bad_requests_are_told_what_is_wrong_with_them() {
    String id = observe("Go", "low");
    String episode =
        Json.text(
            Json.object(
                client
                    .ingestEvent(
                        IngestEventRequest.newBuilder()
                            .setSource("a")
                            .setEventKind("k")
                            .setRef("r")
                            .build())
                    .getRecord()),
            "id");

    assertRefused(
        () -> supersede(id, "{no"), Status.Code.INVALID_ARGUMENT, "invalid new_record JSON");
    assertRefused(
        () -> supersede(id, "{}"), Status.Code.INVALID_ARGUMENT, "semantic revision requires");
    assertRefused(() -> supersede(UNKNOWN, fact("x")), Status.Code.NOT_FOUND, "record not found");
    assertRefused(() -> supersede("no id", fact("x")), Status.Code.NOT_FOUND, "record not found");
    assertRefused(
        () -> supersede(episode, fact("x")),
        Status.Code.FAILED_PRECONDITION,
        "episodic memory is immutable");
    assertRefused(
        () ->
            client.retract(
                RetractRequest.newBuilder().setId(id).setRationale("x".repeat(100_001)).build()),
        Status.Code.INVALID_ARGUMENT,
        "rationale exceeds maximum length of 100000");
    assertRefused(
        () -> client.retract(RetractRequest.newBuilder().setId(id).setRationale("\0").build()),
        Status.Code.INVALID_ARGUMENT,
        "validation error for rationale: must not contain NUL");
    assertThat(auditLog(id)).hasSize(1);
  }

  @Test
  void a_reason_is_called_as_its_request_calls_it() {
    String id = observe("Go", "low");
    String refusal = "validation error for reason: must not contain NUL";
    assertRefused(
        () -> client.delete(DeleteRequest.newBuilder().setId(id).setReason("\0").build()),
        Status.Code.INVALID_ARGUMENT,
        refusal);
    assertRefused(
        () ->
            client.deleteEpisode(
                DeleteEpisodeRequest.newBuilder().setEpisode("e").setReason("\0").build()),
        Status.Code.INVALID_ARGUMENT,
        refusal);
    assertRefused(
        () -> client.erase(EraseRequest.newBuilder().addIds(id).setReason("\0").build()),
        Status.Code.INVALID_ARGUMENT,
        refusal);
    assertThat(auditLog(id)).hasSize(1);
  }

  @Test
  void the_trust_of_a_request_narrows_what_it_may_change() {
    String above = observe("Go", "medium");
    String hidden = observe("Go", "high");

    assertThat(code(() -> retractUnder(LOW, above))).isEqualTo(Status.Code.PERMISSION_DENIED);
    assertThat(code(() -> retractUnder(LOW, hidden))).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(
            code(
                () ->
                    client.getAuditLog(
                        GetAuditLogRequest.newBuilder().setId(above).setTrust(LOW).build())))
        .isEqualTo(Status.Code.PERMISSION_DENIED);
    retractUnder(TRUST, above);
  }

  private void retractUnder(TrustContext trust, String id) {
    var unused = client.retract(RetractRequest.newBuilder().setId(id).setTrust(trust).build());
  }

  private String observe(String object, String sensitivity) {
    return Json.text(
        Json.object(
            client
                .ingestObservation(
                    IngestObservationRequest.newBuilder()
                        .setSource("agent")
                        .setSubject("user")
                        .setPredicate("prefers")
                        .setObject("\"" + object + "\"")
                        .setSensitivity(sensitivity)
                        .build())
                .getRecord()),
        "id");
  }

  private static String fact(String object) {
    return """
    {"payload": {"kind": "semantic", "subject": "user", "predicate": "prefers",
      "object": "%s", "validity": {"mode": "global"},
      "evidence": [{"source_type": "observation", "source_id": "chat-7",
        "timestamp": "2026-01-15T10:30:00Z"}]}}
    """
        .formatted(object);
  }

  private JsonObject supersede(String id, String record) {
    return Json.object(
        client
            .supersede(
                SupersedeRequest.newBuilder()
                    .setOldId(id)
                    .setNewRecord(record)
                    .setActor("ann")
                    .setRationale("changed her mind")
                    .build())
            .getRecord());
  }

  private JsonObject byId(String id) {
    return Json.object(
        client
            .retrieveByID(RetrieveByIDRequest.newBuilder().setId(id).setTrust(TRUST).build())
            .getRecord());
  }

  private double salience(String id) {
    return ((JsonNumber) Json.at(byId(id), "salience")).doubleValue();
  }

  private List<String> retrieved() {
    return client
        .retrieve(RetrieveRequest.newBuilder().setTrust(TRUST).build())
        .getRecordsList()
        .stream()
        .map(record -> Json.text(Json.object(record), "id"))
        .toList();
  }

  private List<JsonObject> auditLog(String id) {
    return client
        .getAuditLog(GetAuditLogRequest.newBuilder().setId(id).build())
        .getEntriesList()
        .stream()
        .map(Json::object)
        .toList();
  }

  private static Status.Code code(Runnable call) {
    return Refusals.refusalOf(call::run).getCode();
  }

  private static void assertRefused(Runnable call, Status.Code code, String text) {
    Status refusal = Refusals.refusalOf(call::run);
    assertThat(refusal.getCode()).isEqualTo(code);
    assertThat(refusal.getDescription()).startsWith(text);
  }
}
