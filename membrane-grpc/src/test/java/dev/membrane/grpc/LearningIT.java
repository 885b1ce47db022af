package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.RunConsolidationRequest;
import dev.membrane.grpc.v1.TrustContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** What the packaged server learns from recorded runs, beside a count over the files themselves. */
@EnabledIfSystemProperty(
    named = "membrane.data",
    matches = ".+",
    disabledReason = "set -Dmembrane.data to the folder with the recorded runs")
class LearningIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> FILES =
      List.of("tau2_gpt-4.1_retail", "tau2_ft41_retail", "tau2_gpt-4.1_telecom");

  @TempDir private Path folder;

  @Test
  void skills_and_plans_are_those_that_a_count_finds() throws Exception {
    try (MembranedProcess server = MembranedProcess.serving(folder)) {
      MembraneServiceBlockingStub stub = server.stub();
      for (String file : FILES) {
        List<Trajectory> runs = learnable(file);
        for (Trajectory run : runs) {
          run.ingest(stub, file, "low");
        }
        consolidate(stub);
        assertThat(skills(stub, file)).isEqualTo(countedSkills(runs));
        assertThat(plans(stub, file)).isEqualTo(countedPlans(runs));
        System.out.printf(
            "LearningIT: %s: %d runs, %d skills, %d plans%n",
            file, runs.size(), countedSkills(runs).size(), countedPlans(runs).size());
      }
      assertThat(consolidate(stub)).containsOnly(0);
    }
  }

  /** All but every fifth line. */
  private static List<Trajectory> learnable(String file) throws IOException {
    Path path = Path.of(System.getProperty("membrane.data"), "trajectories", file + ".jsonl");
    List<Trajectory> all = Trajectory.read(path);
    List<Trajectory> kept = new ArrayList<>();
    for (int line = 0; line < all.size(); line++) {
      if (line % 5 != 0 && !all.get(line).calls().isEmpty()) {
        kept.add(all.get(line));
      }
    }
    return kept;
  }

  private static List<Integer> consolidate(MembraneServiceBlockingStub stub) throws IOException {
    JsonNode result =
        JSON.readTree(
            stub.runConsolidation(RunConsolidationRequest.getDefaultInstance())
                .getResult()
                .toByteArray());
    List<Integer> counters = new ArrayList<>();
    result.forEach(counter -> counters.add(counter.asInt()));
    assertThat(counters).hasSize(7);
    return counters;
  }

  /** Successes and failures by sorted tools. */
  private static Map<String, List<Integer>> countedSkills(List<Trajectory> runs) {
    Map<String, List<Integer>> counts = new TreeMap<>();
    for (Trajectory run : runs) {
      List<String> tools = new ArrayList<>(tools(run));
      Collections.sort(tools);
      List<Integer> count =
          counts.computeIfAbsent(
              "skill:" + String.join("+", tools), unseen -> new ArrayList<>(List.of(0, 0)));
      int end = run.success() ? 0 : 1;
      count.set(end, count.get(end) + 1);
    }
    counts.values().removeIf(count -> count.get(0) < 2);
    return counts;
  }

  private static Map<String, List<Integer>> skills(MembraneServiceBlockingStub stub, String scope)
      throws IOException {
    Map<String, List<Integer>> skills = new TreeMap<>();
    for (JsonNode record : records(stub, scope, "competence")) {
      JsonNode stats = record.at("/payload/performance");
      List<Integer> count =
          List.of(stats.get("success_count").asInt(), stats.get("failure_count").asInt());
      assertThat(skills.put(record.at("/payload/skill_name").asText(), count)).isNull();
    }
    return skills;
  }

  /** The structures of runs of three calls or more that did not all fail, with their runs. */
  private static Map<String, Integer> countedPlans(List<Trajectory> runs) {
    Map<String, Integer> counts = new TreeMap<>();
    Set<String> worked = new HashSet<>();
    for (Trajectory run : runs) {
      if (run.calls().size() >= 3) {
        List<String> edges = new ArrayList<>();
        for (int i = 0; i < run.calls().size(); i++) {
          int to = i;
          run.calls().get(i).get("deps_chain").forEach(from -> edges.add(from + "-" + to));
        }
        String structure = structure(tools(run), edges);
        counts.merge(structure, 1, Integer::sum);
        if (run.success()) {
          worked.add(structure);
        }
      }
    }
    counts.keySet().retainAll(worked);
    return counts;
  }

  private static Map<String, Integer> plans(MembraneServiceBlockingStub stub, String scope)
      throws IOException {
    Map<String, Integer> plans = new TreeMap<>();
    for (JsonNode record : records(stub, scope, "plan_graph")) {
      List<String> ops = new ArrayList<>();
      record.at("/payload/nodes").forEach(node -> ops.add(node.get("op").asText()));
      List<String> edges = new ArrayList<>();
      for (JsonNode edge : record.at("/payload/edges")) {
        if (edge.get("kind").asText().equals("control")) {
          String from = edge.get("from").asText().substring(1);
          edges.add(from + "-" + edge.get("to").asText().substring(1));
        }
      }
      int runs = record.at("/payload/metrics/execution_count").asInt();
      assertThat(plans.put(structure(ops, edges), runs)).isNull();
    }
    return plans;
  }

  private static String structure(List<String> ops, List<String> edges) {
    Collections.sort(edges);
    return ops + " " + edges;
  }

  private static List<String> tools(Trajectory run) {
    List<String> tools = new ArrayList<>();
    run.calls().forEach(call -> tools.add(call.get("tool").asText()));
    return tools;
  }

  private static List<JsonNode> records(MembraneServiceBlockingStub stub, String scope, String type)
      throws IOException {
    RetrieveRequest request =
        RetrieveRequest.newBuilder()
            .setTrust(TrustContext.newBuilder().setMaxSensitivity("low").addScopes(scope))
            .addMemoryTypes(type)
            .setLimit(10_000)
            .build();
    List<JsonNode> records = new ArrayList<>();
    for (ByteString json : stub.retrieve(request).getRecordsList()) {
      records.add(JSON.readTree(json.toByteArray()));
    }
    return records;
  }
}
