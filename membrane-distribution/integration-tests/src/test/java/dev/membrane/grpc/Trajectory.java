package dev.membrane.grpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestOutcomeRequest;
import dev.membrane.grpc.v1.IngestResponse;
import dev.membrane.grpc.v1.IngestToolOutputRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A recorded run of a tool-using agent, and how an agent would tell it to memory. */
record Trajectory(JsonNode run) {

  private static final ObjectMapper JSON = new ObjectMapper();

  static List<Trajectory> read(Path file) throws IOException {
    List<Trajectory> runs = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      runs.add(new Trajectory(JSON.readTree(line)));
    }
    return runs;
  }

  String id() {
    return run.get("id").asText();
  }

  boolean success() {
    return run.get("success").asBoolean();
  }

  List<String> userMessages() {
    return texts(run.get("users"));
  }

  JsonNode calls() {
    return run.get("calls");
  }

  /** Tells the whole run as one episode; answers with the record after the outcome. */
  JsonNode ingest(MembraneServiceBlockingStub stub, String scope, String sensitivity)
      throws IOException {
    JsonNode record = JSON.nullNode();
    List<String> nodes = new ArrayList<>();
    for (String message : userMessages()) {
      record = parse(stub.ingestEvent(event(message, scope, sensitivity)));
    }
    for (JsonNode call : calls()) {
      record = parse(stub.ingestToolOutput(toolOutput(call, nodes, scope, sensitivity)));
      JsonNode graph = record.at("/payload/tool_graph");
      nodes.add(graph.get(graph.size() - 1).get("id").asText());
    }
    IngestOutcomeRequest outcome =
        IngestOutcomeRequest.newBuilder()
            .setSource("agent")
            .setTargetRecordId(record.get("id").asText())
            .setOutcomeStatus(success() ? "success" : "failure")
            .build();
    return parse(stub.ingestOutcome(outcome));
  }

  private IngestEventRequest event(String message, String scope, String sensitivity) {
    return IngestEventRequest.newBuilder()
        .setSource("agent")
        .setEventKind("user_input")
        .setRef(id())
        .setSummary(message)
        .setTimestamp(instant(calls().get(0)))
        .setEpisode(id())
        .setScope(scope)
        .setSensitivity(sensitivity)
        .build();
  }

  private IngestToolOutputRequest toolOutput(
      JsonNode call, List<String> nodes, String scope, String sensitivity) {
    IngestToolOutputRequest.Builder request =
        IngestToolOutputRequest.newBuilder()
            .setSource("agent")
            .setToolName(call.get("tool").asText())
            .setArgs(call.get("args").toString())
            .setResult(call.get("result").toString())
            .setTimestamp(instant(call))
            .setEpisode(id())
            .setScope(scope)
            .setSensitivity(sensitivity);
    call.get("deps_chain").forEach(index -> request.addDependsOn(nodes.get(index.asInt())));
    return request.build();
  }

  /** The recorded instants carry no offset; they are read as UTC. */
  private static String instant(JsonNode call) {
    return call.get("ts").asText() + "Z";
  }

  private static JsonNode parse(IngestResponse response) throws IOException {
    return JSON.readTree(response.getRecord().toByteArray());
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }
}
