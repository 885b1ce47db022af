package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.RetrieveByIDRequest;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.TrustContext;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real agent runs, told to the real server as episodes, and asked for by callers of all kinds. */
class TrajectoriesIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SCOPE = "retail";

  @TempDir Path folder;

  @BeforeAll
  static void needsTheData() {
    assumeTrue(
        !System.getProperty("membrane.data", "").isEmpty(),
        "SKIPPED: -Dmembrane.data names no folder of recorded runs");
  }

  @Test
  void runs_become_episodes_that_are_found_again_and_guarded() throws Exception {
    Path file =
        Path.of(System.getProperty("membrane.data"), "trajectories/tau2_gpt-4.1_retail.jsonl");
    List<Trajectory> runs = Trajectory.read(file);
    try (MembranedProcess server = MembranedProcess.serving(folder)) {
      MembraneServiceBlockingStub stub = server.stub();
      Map<String, Trajectory> byId = new LinkedHashMap<>();
      for (Trajectory run : runs) {
        JsonNode record = run.ingest(stub, SCOPE, "medium");
        assertThat(byId.put(record.get("id").asText(), run)).isNull();
        assertIsTheRun(record, run);
      }
      assertFoundByTaskWords(stub, byId);
      assertRedactedOneLevelShort(stub, byId);
      assertInvisible(stub, trust("public", SCOPE), byId.keySet());
      assertInvisible(stub, trust("hyper", "telecom"), byId.keySet());
    }
  }

  private static void assertIsTheRun(JsonNode record, Trajectory run) {
    JsonNode payload = record.get("payload");
    assertThat(payload.get("outcome").asText()).isEqualTo(run.success() ? "success" : "failure");
    assertThat(payload.get("timeline")).hasSize(run.userMessages().size() + run.calls().size());
    JsonNode graph = payload.get("tool_graph");
    assertThat(graph).hasSize(run.calls().size());
    for (int i = 0; i < graph.size(); i++) {
      JsonNode call = run.calls().get(i);
      assertThat(graph.get(i).get("tool")).isEqualTo(call.get("tool"));
      assertThat(graph.get(i).path("args")).isEqualTo(call.get("args"));
      assertThat(graph.get(i).path("result")).isEqualTo(call.get("result"));
      assertThat(dependencies(graph, i)).isEqualTo(indices(call.get("deps_chain")));
    }
  }

  private static List<Integer> dependencies(JsonNode graph, int node) {
    List<String> ids = new ArrayList<>();
    graph.forEach(one -> ids.add(one.get("id").asText()));
    List<Integer> dependencies = new ArrayList<>();
    graph.get(node).path("depends_on").forEach(id -> dependencies.add(ids.indexOf(id.asText())));
    return dependencies;
  }

  private static List<Integer> indices(JsonNode array) {
    List<Integer> indices = new ArrayList<>();
    array.forEach(index -> indices.add(index.asInt()));
    return indices;
  }

  private static void assertFoundByTaskWords(
      MembraneServiceBlockingStub stub, Map<String, Trajectory> byId) throws IOException {
    int first = 0;
    for (Map.Entry<String, Trajectory> entry : byId.entrySet()) {
      String task = String.join(" ", entry.getValue().userMessages());
      List<JsonNode> found = retrieve(stub, trust("medium", SCOPE), task, 5);
      List<String> ids = found.stream().map(record -> record.get("id").asText()).toList();
      assertThat(ids).as(entry.getValue().id()).contains(entry.getKey());
      first += ids.get(0).equals(entry.getKey()) ? 1 : 0;
    }
    System.out.printf("TrajectoriesIT: %s of %s runs found first%n", first, byId.size());
  }

  private static void assertRedactedOneLevelShort(
      MembraneServiceBlockingStub stub, Map<String, Trajectory> byId) throws IOException {
    List<JsonNode> seen = retrieve(stub, trust("low", SCOPE), "", 1_000);
    assertThat(seen).hasSameSizeAs(byId.keySet());
    for (JsonNode record : seen) {
      assertThat(record.fieldNames())
          .toIterable()
          .containsExactlyInAnyOrder(
              "id",
              "type",
              "sensitivity",
              "confidence",
              "salience",
              "scope",
              "created_at",
              "updated_at");
    }
    String id = byId.keySet().iterator().next();
    JsonNode byIdAnswer = parse(stub.retrieveByID(byId(id, trust("low", SCOPE))).getRecord());
    assertThat(byIdAnswer.has("payload")).isFalse();
  }

  private static void assertInvisible(
      MembraneServiceBlockingStub stub, TrustContext trust, Iterable<String> ids)
      throws IOException {
    assertThat(retrieve(stub, trust, "order refund exchange", 1_000)).isEmpty();
    assertThat(retrieve(stub, trust, "", 1_000)).isEmpty();
    for (String id : ids) {
      assertThatThrownBy(() -> stub.retrieveByID(byId(id, trust)))
          .isInstanceOf(StatusRuntimeException.class)
          .hasMessageStartingWith("NOT_FOUND");
    }
  }

  private static List<JsonNode> retrieve(
      MembraneServiceBlockingStub stub, TrustContext trust, String task, int limit)
      throws IOException {
    RetrieveRequest request =
        RetrieveRequest.newBuilder()
            .setTaskDescriptor(task)
            .addMemoryTypes("episodic")
            .setTrust(trust)
            .setLimit(limit)
            .build();
    List<JsonNode> records = new ArrayList<>();
    for (ByteString json : stub.retrieve(request).getRecordsList()) {
      records.add(parse(json));
    }
    return records;
  }

  private static RetrieveByIDRequest byId(String id, TrustContext trust) {
    return RetrieveByIDRequest.newBuilder().setId(id).setTrust(trust).build();
  }

  private static TrustContext trust(String sensitivity, String scope) {
    return TrustContext.newBuilder().setMaxSensitivity(sensitivity).addScopes(scope).build();
  }

  private static JsonNode parse(ByteString json) throws IOException {
    return JSON.readTree(json.toByteArray());
  }
}
