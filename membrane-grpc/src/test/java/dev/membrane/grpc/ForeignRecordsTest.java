package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.membrane.grpc.v1.ContestRequest;
import dev.membrane.grpc.v1.DeleteRequest;
import dev.membrane.grpc.v1.ForkRequest;
import dev.membrane.grpc.v1.GetAuditLogRequest;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestObservationRequest;
import dev.membrane.grpc.v1.IngestOutcomeRequest;
import dev.membrane.grpc.v1.IngestRecordRequest;
import dev.membrane.grpc.v1.IngestToolOutputRequest;
import dev.membrane.grpc.v1.IngestWorkingStateRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.MergeRequest;
import dev.membrane.grpc.v1.PenalizeRequest;
import dev.membrane.grpc.v1.ReinforceRequest;
import dev.membrane.grpc.v1.RetractRequest;
import dev.membrane.grpc.v1.RetrieveByIDRequest;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.SupersedeRequest;
import dev.membrane.grpc.v1.TrustContext;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import io.grpc.Status;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A principal of one scope and level that tries every call on what is not theirs. */
class ForeignRecordsTest {

  private static final String PRINCIPALS =
      """
      [{"name": "operator", "api_key_sha256": "%s", "max_sensitivity": "hyper",
        "permissions": ["ingest", "retrieve", "revise", "admin"]},
       {"name": "tenant", "api_key_sha256": "%s", "max_sensitivity": "low", "scopes": ["acme"],
        "permissions": ["ingest", "retrieve", "revise"]}]
      """
          .formatted(Digest.of("operator-key"), Digest.of("tenant-key"));

  private static final TrustContext HYPER =
      TrustContext.newBuilder().setMaxSensitivity("hyper").build();

  private static final String FACT =
      """
      {"type": "semantic", "sensitivity": "low",
       "provenance": {"sources": [{"kind": "event", "ref": "r"}]},%s
       "payload": {"kind": "semantic", "subject": "s", "predicate": "p", "object": 1,
        "validity": {"mode": "global"}}}
      """;

  private TestServer server;
  private MembraneServiceBlockingStub operator;
  private MembraneServiceBlockingStub tenant;

  @BeforeEach
  void start() {
    server = TestServer.withPrincipals(PRINCIPALS, Map.of());
    operator = server.client().withCallCredentials(BearerToken.of("operator-key"));
    tenant = server.client().withCallCredentials(BearerToken.of("tenant-key"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void every_call_answers_for_a_foreign_record_as_for_one_that_never_was() {
    String unknown = "01890a5d-ac96-774b-bcce-b302099a8057";
    for (String id : List.of(fact("globex", "low"), fact("acme", "high"), fact("acme", "hyper"))) {
      JsonObject before = asOperator(id);
      Map<String, Runnable> foreign = callsOn(id);
      Map<String, Runnable> none = callsOn(unknown);
      foreign.forEach(
          (rpc, call) -> {
            Status refusal = Refusals.refusalOf(call::run);
            Status usual = Refusals.refusalOf(none.get(rpc)::run);
            assertThat(refusal.getCode()).as(rpc).isEqualTo(Status.Code.NOT_FOUND);
            assertThat(refusal.getDescription()).as(rpc).isEqualTo(usual.getDescription());
          });
      assertThat(asOperator(id)).isEqualTo(before);
    }
  }

  @Test
  void a_record_one_level_above_is_shown_by_its_header_and_neither_changed_nor_explained() {
    String id = fact("acme", "medium");
    JsonObject before = asOperator(id);

    JsonObject header = Json.object(byId(tenant, id));
    assertThat(header.members()).containsKey("salience").doesNotContainKey("payload");
    callsOn(id)
        .forEach(
            (rpc, call) -> {
              if (!rpc.equals("RetrieveByID")) {
                assertThat(Refusals.refusalOf(call::run).getCode())
                    .as(rpc)
                    .isEqualTo(Status.Code.PERMISSION_DENIED);
              }
            });
    assertThat(asOperator(id)).isEqualTo(before);
  }

  @Test
  void a_shared_record_is_read_and_not_changed() {
    String id = fact("", "low");

    assertThat(Json.object(byId(tenant, id)).members()).containsKey("payload");
    assertThat(
            Refusals.refusalOf(() -> tenant.retract(RetractRequest.newBuilder().setId(id).build()))
                .getDescription())
        .isEqualTo("writing unscoped records needs the permission admin");
  }

  @Test
  void nothing_is_written_into_a_foreign_scope() {
    Stream<Runnable> calls =
        Stream.of(
            () -> tenant.ingestEvent(event("globex", "")),
            () ->
                tenant.ingestToolOutput(
                    IngestToolOutputRequest.newBuilder()
                        .setSource("a")
                        .setToolName("t")
                        .setScope("globex")
                        .build()),
            () ->
                tenant.ingestObservation(
                    IngestObservationRequest.newBuilder()
                        .setSource("a")
                        .setSubject("s")
                        .setPredicate("p")
                        .setScope("globex")
                        .build()),
            () -> tenant.ingestWorkingState(snapshot("globex", "t")),
            () ->
                tenant.ingestRecord(
                    IngestRecordRequest.newBuilder()
                        .setSource("a")
                        .setRecord(FACT.formatted("\"scope\": \"globex\","))
                        .build()));
    calls.forEach(
        call -> {
          Status refusal = Refusals.refusalOf(call::run);
          assertThat(refusal.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
          assertThat(refusal.getDescription())
              .isEqualTo("validation error for scope: must be one of the caller's scopes");
        });
    assertThat(everything(operator)).isEmpty();
  }

  @Test
  void the_episode_key_of_another_tenant_or_level_leads_to_no_record_of_theirs() {
    String theirs = id(operator.ingestEvent(event("globex", "run-1")).getRecord());
    String above =
        id(
            operator
                .ingestEvent(event("acme", "run-1").toBuilder().setSensitivity("high").build())
                .getRecord());

    String own = id(tenant.ingestEvent(event("", "run-1")).getRecord());

    assertThat(own).isNotIn(theirs, above);
    assertThat(id(tenant.ingestEvent(event("acme", "run-1")).getRecord())).isEqualTo(own);
    assertThat(Json.list(asOperator(theirs), "payload.timeline")).hasSize(1);
    assertThat(Json.list(asOperator(above), "payload.timeline")).hasSize(1);
  }

  @Test
  void the_thread_of_another_tenant_or_level_keeps_its_snapshot() {
    String theirs = id(operator.ingestWorkingState(snapshot("globex", "t")).getRecord());
    String above =
        id(
            operator
                .ingestWorkingState(
                    snapshot("acme", "t").toBuilder().setSensitivity("medium").build())
                .getRecord());

    String own = id(tenant.ingestWorkingState(snapshot("", "t")).getRecord());

    for (String id : List.of(theirs, above)) {
      assertThat(Json.list(asOperator(id), "audit_log")).hasSize(1);
    }
    assertThat(
            tenant
                .retrieve(RetrieveRequest.newBuilder().setTrust(HYPER).setThreadId("t").build())
                .getRecordsList())
        .extracting(ForeignRecordsTest::id)
        .containsExactly(own);
  }

  /** Every call that names a record. */
  private Map<String, Runnable> callsOn(String id) {
    Map<String, Runnable> calls = new LinkedHashMap<>();
    calls.put("RetrieveByID", () -> byId(tenant, id));
    calls.put(
        "GetAuditLog", () -> tenant.getAuditLog(GetAuditLogRequest.newBuilder().setId(id).build()));
    calls.put(
        "IngestOutcome",
        () ->
            tenant.ingestOutcome(
                IngestOutcomeRequest.newBuilder()
                    .setSource("a")
                    .setTargetRecordId(id)
                    .setOutcomeStatus("success")
                    .build()));
    calls.put(
        "Supersede",
        () ->
            tenant.supersede(
                SupersedeRequest.newBuilder()
                    .setOldId(id)
                    .setNewRecord(FACT.formatted(""))
                    .build()));
    calls.put(
        "Fork",
        () ->
            tenant.fork(
                ForkRequest.newBuilder()
                    .setSourceId(id)
                    .setForkedRecord(FACT.formatted(""))
                    .build()));
    calls.put(
        "Merge",
        () ->
            tenant.merge(
                MergeRequest.newBuilder().addIds(id).setMergedRecord(FACT.formatted("")).build()));
    calls.put("Retract", () -> tenant.retract(RetractRequest.newBuilder().setId(id).build()));
    calls.put("Contest", () -> tenant.contest(ContestRequest.newBuilder().setId(id).build()));
    calls.put("Reinforce", () -> tenant.reinforce(ReinforceRequest.newBuilder().setId(id).build()));
    calls.put("Penalize", () -> tenant.penalize(PenalizeRequest.newBuilder().setId(id).build()));
    calls.put("Delete", () -> tenant.delete(DeleteRequest.newBuilder().setId(id).build()));
    return calls;
  }

  private String fact(String scope, String sensitivity) {
    return id(
        operator
            .ingestObservation(
                IngestObservationRequest.newBuilder()
                    .setSource("a")
                    .setSubject("s")
                    .setPredicate("p")
                    .setScope(scope)
                    .setSensitivity(sensitivity)
                    .build())
            .getRecord());
  }

  /** As it stands, but for its salience, which falls while the test runs. */
  private JsonObject asOperator(String id) {
    Map<String, JsonValue> members = new LinkedHashMap<>(Json.object(byId(operator, id)).members());
    members.remove("salience");
    return new JsonObject(members);
  }

  private static List<ByteString> everything(MembraneServiceBlockingStub client) {
    return client.retrieve(RetrieveRequest.newBuilder().setTrust(HYPER).build()).getRecordsList();
  }

  private static ByteString byId(MembraneServiceBlockingStub client, String id) {
    return client
        .retrieveByID(RetrieveByIDRequest.newBuilder().setId(id).setTrust(HYPER).build())
        .getRecord();
  }

  private static IngestEventRequest event(String scope, String episode) {
    return IngestEventRequest.newBuilder()
        .setSource("a")
        .setEventKind("k")
        .setRef("r")
        .setScope(scope)
        .setEpisode(episode)
        .build();
  }

  private static IngestWorkingStateRequest snapshot(String scope, String thread) {
    return IngestWorkingStateRequest.newBuilder()
        .setSource("a")
        .setThreadId(thread)
        .setState("executing")
        .setScope(scope)
        .build();
  }

  private static String id(ByteString record) {
    return Json.text(Json.object(record), "id");
  }
}
