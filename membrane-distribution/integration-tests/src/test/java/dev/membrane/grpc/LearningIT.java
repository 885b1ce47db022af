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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** What the packaged server learns from recorded runs, beside a count over the files themselves. */
@EnabledIfSystemProperty(
    named = "membrane.data",
    matches = ".+",
    disabledReason = "set -Dmembrane.data to the folder with the recorded runs")
class LearningIT {

  /** Over sets and over multisets of tools, when the rule was chosen. */
  private static final double[] LEAST_F1 = {0.796, 0.719};

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> FILES =
      List.of("tau2_gpt-4.1_retail", "tau2_ft41_retail", "tau2_gpt-4.1_telecom");

  @TempDir private static Path folder;

  private static MembranedProcess server;

  @BeforeAll
  static void learn() throws Exception {
    server = MembranedProcess.serving(folder);
    MembraneServiceBlockingStub stub = server.stub();
    for (String file : FILES) {
      learn(stub, file, learnable(file));
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void skills_and_plans_are_those_that_a_count_finds() throws Exception {
    MembraneServiceBlockingStub stub = server.stub();
    for (String file : FILES) {
      List<Trajectory> runs = learnable(file);
      assertThat(skills(stub, file)).isEqualTo(countedSkills(runs));
      assertThat(plans(stub, file)).isEqualTo(countedPlans(runs));
      System.out.printf(
          Locale.ROOT,
          "LearningIT: %s: %s runs, %s skills, %s plans%n",
          file,
          runs.size(),
          countedSkills(runs).size(),
          countedPlans(runs).size());
    }
    assertThat(consolidate(stub)).containsOnly(0);
  }

  /**
   * What was learned, put to use: the tools of the first procedure for each task kept out, against
   * those that solved it. The runs are always the same, so a lower figure than before shows that
   * the choice has changed.
   */
  @Test
  void the_first_procedure_returned_is_of_use() throws Exception {
    double[] learned = new double[3];
    double[] common = new double[3];
    double[] nearest = new double[3];
    MembraneServiceBlockingStub stub = server.stub();
    for (String file : FILES) {
      List<Trajectory> runs = learnable(file);
      List<Trajectory> successes = runs.stream().filter(Trajectory::success).toList();
      List<String> mostCommon = mostCommon(successes);
      NearestRun nearestRun = new NearestRun(successes);
      double[] before = {learned[0], learned[1], common[0], common[1], nearest[0], nearest[1]};
      double tasks = learned[2];
      for (Trajectory task : keptOut(file)) {
        List<String> used = tools(task);
        add(learned, firstProcedure(stub, file, task), used);
        add(common, mostCommon, used);
        add(nearest, tools(nearestRun.to(task.userMessages())), used);
      }
      tasks = learned[2] - tasks;
      System.out.printf(
          Locale.ROOT,
          "LearningIT: F1@1 (sets/multisets) %s, %.0f tasks: learned %.3f/%.3f, "
              + "most common %.3f/%.3f, nearest run %.3f/%.3f%n",
          file,
          tasks,
          (learned[0] - before[0]) / tasks,
          (learned[1] - before[1]) / tasks,
          (common[0] - before[2]) / tasks,
          (common[1] - before[3]) / tasks,
          (nearest[0] - before[4]) / tasks,
          (nearest[1] - before[5]) / tasks);
    }
    for (int reading = 0; reading < 2; reading++) {
      double f1 = learned[reading] / learned[2];
      System.out.printf(
          Locale.ROOT,
          "LearningIT: F1@1 by %s, pooled: learned %.3f, most common %.3f, nearest run %.3f%n",
          reading == 0 ? "sets" : "multisets",
          f1,
          common[reading] / common[2],
          nearest[reading] / nearest[2]);
      assertThat(f1).isGreaterThan(common[reading] / common[2] + 0.05);
      assertThat(f1).isGreaterThan(nearest[reading] / nearest[2]);
      assertThat(f1).isGreaterThanOrEqualTo(LEAST_F1[reading]);
    }
  }

  private static void add(double[] sums, List<String> answered, List<String> used) {
    sums[0] += f1(List.copyOf(new HashSet<>(answered)), List.copyOf(new HashSet<>(used)));
    sums[1] += f1(answered, used);
    sums[2]++;
  }

  private static double f1(List<String> answered, List<String> used) {
    List<String> rest = new ArrayList<>(used);
    long common = answered.stream().filter(rest::remove).count();
    return 2.0 * common / (answered.size() + used.size());
  }

  private static List<String> mostCommon(List<Trajectory> successes) {
    Map<List<String>, Integer> counts = new HashMap<>();
    for (Trajectory run : successes) {
      counts.merge(tools(run).stream().sorted().toList(), 1, Integer::sum);
    }
    return Collections.max(counts.entrySet(), Map.Entry.comparingByValue()).getKey();
  }

  private static List<String> firstProcedure(
      MembraneServiceBlockingStub stub, String scope, Trajectory task) throws IOException {
    RetrieveRequest request =
        RetrieveRequest.newBuilder()
            .setTaskDescriptor(String.join("\n", task.userMessages()))
            .setTrust(TrustContext.newBuilder().setMaxSensitivity("low").addScopes(scope))
            .addMemoryTypes("competence")
            .addMemoryTypes("plan_graph")
            .setLimit(1)
            .build();
    JsonNode payload =
        JSON.readTree(stub.retrieve(request).getRecords(0).toByteArray()).get("payload");
    List<String> tools = new ArrayList<>();
    payload.path("recipe").forEach(step -> tools.add(step.get("tool").asText()));
    payload.path("nodes").forEach(node -> tools.add(node.get("op").asText()));
    return tools;
  }

  private static void learn(MembraneServiceBlockingStub stub, String scope, List<Trajectory> runs)
      throws Exception {
    for (Trajectory run : runs) {
      run.ingest(stub, scope, "low");
    }
    consolidate(stub);
  }

  /** All but every fifth line. */
  private static List<Trajectory> learnable(String file) throws IOException {
    return lines(file, false);
  }

  /** Every fifth line, of those that succeeded. */
  private static List<Trajectory> keptOut(String file) throws IOException {
    return lines(file, true).stream().filter(Trajectory::success).toList();
  }

  private static List<Trajectory> lines(String file, boolean areKeptOut) throws IOException {
    Path path = Path.of(System.getProperty("membrane.data"), "trajectories", file + ".jsonl");
    List<Trajectory> all = Trajectory.read(path);
    List<Trajectory> kept = new ArrayList<>();
    for (int line = 0; line < all.size(); line++) {
      if ((line % 5 == 0) == areKeptOut && !all.get(line).calls().isEmpty()) {
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
      String name = record.at("/payload/skill_name").asText();
      // What else the runs have in common is put to the test of use.
      if (name.startsWith("skill:")) {
        assertThat(skills.put(name, count)).isNull();
      }
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
