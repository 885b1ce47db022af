package dev.membrane.grpc;

import static dev.membrane.grpc.Refusals.assertInvalid;
import static dev.membrane.grpc.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.membrane.grpc.v1.GetMetricsRequest;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestRecordRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.RetrieveByIDRequest;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.TrustContext;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.MetadataUtils;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PrincipalCallsTest {

  private static final String PRINCIPALS =
      """
      [{"name": "operator", "api_key_sha256": "%s", "max_sensitivity": "hyper",
        "permissions": ["ingest", "retrieve", "revise", "admin"]},
       {"name": "reader", "api_key_sha256": "%s", "max_sensitivity": "low", "scopes": ["acme"],
        "permissions": ["ingest", "retrieve"]}]
      """
          .formatted(Digest.of("operator-key"), Digest.of("reader-key"));

  private static final TrustContext HYPER =
      TrustContext.newBuilder().setMaxSensitivity("hyper").build();

  private TestServer server;
  private MembraneServiceBlockingStub operator;
  private MembraneServiceBlockingStub reader;

  @BeforeEach
  void start() {
    server = TestServer.withPrincipals(PRINCIPALS, Map.of());
    operator = with("operator-key");
    reader = with("reader-key");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void each_key_lets_its_principal_in_and_the_audit_log_names_them() {
    assertThat(actor(ingest(operator, event("")))).isEqualTo("operator");
    assertThat(actor(ingest(reader, event("acme")))).isEqualTo("reader");
  }

  @Test
  void without_a_known_key_nobody_is_let_in() {
    assertRefused(
        () -> metrics(server.client()),
        Status.Code.UNAUTHENTICATED,
        "an api key is required: send the header 'authorization: Bearer <key>'");
    for (String key : List.of("operator-kez", Digest.of("operator-key"), "operator")) {
      assertRefused(() -> metrics(with(key)), Status.Code.UNAUTHENTICATED, "unknown api key");
    }
  }

  @Test
  void a_second_key_is_refused_whichever_of_them_is_known() {
    for (List<String> keys :
        List.of(List.of("operator-key", "nobody"), List.of("nobody", "operator-key"))) {
      assertRefused(
          () -> metrics(MembraneServiceGrpc.newBlockingStub(as(keys))),
          Status.Code.UNAUTHENTICATED,
          "the header 'authorization' is there more than once");
    }
  }

  @Test
  void an_address_that_guesses_keeps_nobody_out_who_has_a_key() {
    for (int i = 0; i < 20; i++) {
      Refusals.refusalOf(() -> metrics(with("guess")));
    }
    assertThatCode(() -> metrics(operator)).doesNotThrowAnyException();
    assertThat(Refusals.refusalOf(() -> metrics(with("guess"))).getCode())
        .isNotEqualTo(Status.Code.OK);
  }

  @Test
  void reflection_asks_for_a_key_and_health_does_not() {
    assertThat(Refusals.refusalOf(Reflection.v1(server.channel())::services).getCode())
        .isEqualTo(Status.Code.UNAUTHENTICATED);
    assertThat(Reflection.v1(as("reader-key")).services()).isNotEmpty();
    assertThat(
            HealthGrpc.newBlockingStub(server.channel())
                .check(HealthCheckRequest.getDefaultInstance())
                .getStatus())
        .isEqualTo(ServingStatus.SERVING);
  }

  @Test
  void whether_a_record_is_for_everybody_can_be_said() {
    String forgotten =
        "validation error for scope: is required; call unscoped() for a record that every caller"
            + " may see";
    assertInvalid(() -> ingest(operator, unscoped("", false)), forgotten);
    assertInvalid(
        () -> ingest(reader, unscoped("", true)),
        "validation error for scope: cannot be none for a caller of some scopes");
    assertInvalid(
        () -> ingest(reader, unscoped("acme", true)),
        "validation error for unscoped: cannot be set together with scope");
    assertThat(scope(ingest(operator, unscoped("", true)))).isNull();
    assertThat(scope(ingest(operator, event("")))).isNull();
    assertThat(scope(ingest(operator, unscoped("acme", false)))).isEqualTo(JsonValue.of("acme"));
    assertThat(scope(ingest(reader, unscoped("", false)))).isEqualTo(JsonValue.of("acme"));
  }

  private static IngestEventRequest unscoped(String scope, boolean isUnscoped) {
    return event(scope).toBuilder().setUnscoped(isUnscoped).build();
  }

  @Test
  void metrics_are_for_those_who_may_administer() {
    assertThatCode(() -> metrics(operator)).doesNotThrowAnyException();
    assertRefused(
        () -> metrics(reader),
        Status.Code.PERMISSION_DENIED,
        "reading metrics needs the permission admin");
  }

  @Test
  void past_a_quota_ingests_are_refused_and_reads_are_not() {
    server.close();
    server =
        TestServer.withPrincipals(
            """
            [{"name": "small", "api_key_sha256": "%s", "max_sensitivity": "low",
              "scopes": ["acme"], "permissions": ["ingest", "retrieve"], "max_records": "2"}]
            """
                .formatted(Digest.of("small-key")),
            Map.of());
    MembraneServiceBlockingStub small = with("small-key");
    ingest(small, event("acme"));
    String id = id(ingest(small, event("acme")));

    assertRefused(
        () -> ingest(small, event("acme")),
        Status.Code.RESOURCE_EXHAUSTED,
        "max_records: small may keep 2 records");
    assertThat(id(byId(small, id))).isEqualTo(id);
    assertThat(retrieve(small, HYPER)).hasSize(2);
  }

  @Test
  void ids_are_chosen_by_those_who_may_administer() {
    IngestRecordRequest request =
        IngestRecordRequest.newBuilder()
            .setSource("agent")
            .setRecord(
                """
                {"id": "01890a5d-ac96-774b-bcce-b302099a8057", "type": "semantic",
                 "sensitivity": "low", "scope": "acme",
                 "provenance": {"sources": [{"kind": "event", "ref": "r"}]},
                 "payload": {"kind": "semantic", "subject": "s", "predicate": "p", "object": 1,
                  "validity": {"mode": "global"}, "evidence": [], "revision_policy": "replace"}}
                """)
            .build();
    assertRefused(
        () -> reader.ingestRecord(request),
        Status.Code.PERMISSION_DENIED,
        "choosing an id needs the permission admin");
    assertThatCode(() -> operator.ingestRecord(request)).doesNotThrowAnyException();
  }

  @Test
  void principals_do_not_share_idempotency_keys() {
    IngestEventRequest event = event("acme").toBuilder().setIdempotencyKey("once").build();
    String own = id(ingest(reader, event));

    assertThat(id(ingest(reader, event))).isEqualTo(own);
    assertThat(id(ingest(operator, event))).isNotEqualTo(own);
  }

  @Test
  void what_a_request_trusts_does_not_widen_what_its_principal_may_see() {
    String seen = id(ingest(operator, event("acme")));
    String above = id(ingest(operator, event("acme", "medium")));
    String hidden = id(ingest(operator, event("acme", "high")));
    String foreign = id(ingest(operator, event("globex")));
    String shared = id(ingest(operator, event("")));

    List<JsonObject> answer = retrieve(reader, HYPER);
    assertThat(answer)
        .extracting(PrincipalCallsTest::id)
        .containsExactlyInAnyOrder(seen, above, shared);
    assertThat(answer)
        .filteredOn(record -> !record.members().containsKey("payload"))
        .extracting(PrincipalCallsTest::id)
        .containsExactly(above);
    assertThat(retrieve(operator, HYPER)).hasSize(5);

    assertThat(byId(reader, seen).members()).containsKey("payload");
    assertThat(byId(reader, above).members()).doesNotContainKey("payload");
    for (String id : List.of(hidden, foreign)) {
      assertThat(Refusals.refusalOf(() -> byId(reader, id)).getCode())
          .isEqualTo(Status.Code.NOT_FOUND);
      assertThat(byId(operator, id).members()).containsKey("payload");
    }
  }

  @Test
  void a_request_for_foreign_scopes_sees_unscoped_records_only() {
    ingest(operator, event("acme"));
    ingest(operator, event("globex"));
    String shared = id(ingest(operator, event("")));

    assertThat(retrieve(reader, HYPER.toBuilder().addScopes("globex").build()))
        .extracting(PrincipalCallsTest::id)
        .containsExactly(shared);
  }

  @Test
  void the_api_key_beside_principals_has_every_right_and_a_name() {
    try (TestServer both = TestServer.withPrincipals(PRINCIPALS, Map.of("api_key", "root-key"))) {
      MembraneServiceBlockingStub root =
          both.client().withCallCredentials(BearerToken.of("root-key"));
      JsonObject record = ingest(root, event("globex", "hyper"));

      assertThat(both.startLine()).contains("auth: api key and 2 principals,");
      assertThat(actor(record)).isEqualTo("api_key");
      assertThat(byId(root, id(record)).members()).containsKey("payload");
      assertThatCode(() -> metrics(root)).doesNotThrowAnyException();
      MembraneServiceBlockingStub other =
          both.client().withCallCredentials(BearerToken.of("reader-key"));
      assertThat(actor(ingest(other, event("acme")))).isEqualTo("reader");
    }
  }

  @Test
  void neither_the_start_line_nor_the_log_tells_a_key() {
    try (LogCapture log = new LogCapture()) {
      ingest(reader, event("acme"));
      Refusals.refusalOf(() -> metrics(with("guessed-key")));
      assertThat(log.lines()).isNotEmpty();
      for (String key : List.of("reader-key", Digest.of("reader-key"), "guessed-key")) {
        assertThat(String.join("\n", log.lines())).doesNotContain(key);
        assertThat(server.startLine()).doesNotContain(key);
      }
    }
    assertThat(server.startLine()).contains("auth: 2 principals,");
  }

  private MembraneServiceBlockingStub with(String key) {
    return server.client().withCallCredentials(BearerToken.of(key));
  }

  private Channel as(String key) {
    return as(List.of(key));
  }

  private Channel as(List<String> keys) {
    Metadata headers = new Metadata();
    for (String key : keys) {
      headers.put(
          Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + key);
    }
    return ClientInterceptors.intercept(
        server.channel(), MetadataUtils.newAttachHeadersInterceptor(headers));
  }

  private static IngestEventRequest event(String scope) {
    return event(scope, "low");
  }

  private static IngestEventRequest event(String scope, String sensitivity) {
    return IngestEventRequest.newBuilder()
        .setSource("agent")
        .setEventKind("k")
        .setRef("r")
        .setScope(scope)
        .setSensitivity(sensitivity)
        .build();
  }

  private static JsonObject ingest(MembraneServiceBlockingStub client, IngestEventRequest event) {
    return Json.object(client.ingestEvent(event).getRecord());
  }

  private static List<JsonObject> retrieve(MembraneServiceBlockingStub client, TrustContext trust) {
    return client
        .retrieve(RetrieveRequest.newBuilder().setTrust(trust).build())
        .getRecordsList()
        .stream()
        .map(Json::object)
        .toList();
  }

  private static JsonObject byId(MembraneServiceBlockingStub client, String id) {
    return Json.object(
        client
            .retrieveByID(RetrieveByIDRequest.newBuilder().setId(id).setTrust(HYPER).build())
            .getRecord());
  }

  private static void metrics(MembraneServiceBlockingStub client) {
    var unused = client.getMetrics(GetMetricsRequest.getDefaultInstance());
  }

  private static String id(JsonObject record) {
    return Json.text(record, "id");
  }

  private static JsonValue scope(JsonObject record) {
    return record.members().get("scope");
  }

  private static String actor(JsonObject record) {
    return Json.text(record, "audit_log.0.actor");
  }
}
