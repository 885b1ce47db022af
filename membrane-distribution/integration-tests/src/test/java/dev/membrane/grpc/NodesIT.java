package dev.membrane.grpc;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import dev.membrane.grpc.v1.IngestOutcomeRequest;
import dev.membrane.grpc.v1.IngestResponse;
import dev.membrane.grpc.v1.IngestToolOutputRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.RunConsolidationRequest;
import dev.membrane.grpc.v1.TrustContext;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Three servers on one database, which callers take turns with and some do not survive. */
@Execution(ExecutionMode.CONCURRENT)
class NodesIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int NODES = 3;
  private static final int CALLERS = 32;
  private static final int RUNS = 6;

  /**
   * Until the lock is given back, only one transaction writes skills; the next one waits for it.
   */
  private static final String HOLD_SECOND_COMMIT =
      """
      SELECT pg_advisory_lock(1);
      CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM membrane.memory
                   WHERE type = 'competence' AND xmin <> pg_current_xact_id()::xid) THEN
          PERFORM pg_advisory_xact_lock_shared(1);
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER hold BEFORE INSERT OR UPDATE ON membrane.memory
      FOR EACH ROW WHEN (NEW.type = 'competence') EXECUTE FUNCTION hold()
      """;

  private static final String RELEASE =
      """
      SELECT pg_advisory_unlock(1);
      DROP TRIGGER hold ON membrane.memory;
      DROP FUNCTION hold
      """;

  @TempDir private Path folder;

  private final List<MembranedProcess> nodes = new ArrayList<>();
  private final LongAdder acknowledged = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
  private RestartableDatabase database;

  @BeforeEach
  void start() throws IOException {
    database = new RestartableDatabase(folder.resolve("database"));
    for (int node = 0; node < NODES; node++) {
      nodes.add(MembranedProcess.running(script(), folder, environment()));
    }
    for (MembranedProcess node : nodes) {
      node.awaitServing();
    }
  }

  @AfterEach
  void stop() throws Exception {
    callers.shutdownNow();
    nodes.forEach(MembranedProcess::close);
    database.close();
    assertThat(callers.awaitTermination(5, MINUTES)).isTrue();
  }

  private static Path script() {
    return MembranedProcess.home().resolve("bin/membraned");
  }

  private Map<String, String> environment() {
    return Map.of(
        "MEMBRANE_BACKEND", "postgres",
        "MEMBRANE_POSTGRES_DSN", database.dsn(),
        "MEMBRANE_RATE_LIMIT_PER_SECOND", "0",
        "MEMBRANE_JAVA_OPTS", "-Xmx256m");
  }

  @Test
  void nothing_is_lost_or_learned_twice_when_nodes_die() throws Exception {
    List<Future<?>> working = work();
    awaitAcknowledged(CALLERS * RUNS);
    kill(0);
    await(working);

    int left;
    CompletableFuture<?> cutOff;
    try (Connection holding = database.connect();
        Statement statement = holding.createStatement()) {
      statement.execute(HOLD_SECOND_COMMIT);
      cutOff = CompletableFuture.runAsync(() -> consolidate(1));
      awaitSkill();
      kill(1);
      left = waiting();
      statement.execute(RELEASE);
    }
    assertThat(cutOff.handle((done, failure) -> failure).join()).isNotNull();
    consolidate(2);

    assertThat(left).as("left to learn when the second node died").isPositive();
    assertThat(waiting()).isZero();
    assertEverythingWasLearnedOnce(2);
    System.out.printf(
        "NodesIT: %s acknowledged, %s refused, %s left to learn when the second node died%n",
        acknowledged.sum(), refused.sum(), left);
  }

  @Test
  void a_database_that_restarts_is_unavailable_for_a_while() throws Exception {
    List<Future<?>> working = work();
    awaitAcknowledged(CALLERS * RUNS);
    database.stop();
    long before = refused.sum();
    awaitAtLeast(refused, before + CALLERS);
    database.start();
    await(working);
    consolidate(0);
    assertEverythingWasLearnedOnce(1);
    for (MembranedProcess node : nodes) {
      assertThat(node.errors())
          .contains(" failed: the database ")
          .doesNotContain("at dev.membrane.");
    }
    System.out.printf(
        "NodesIT: %s acknowledged, %s refused while the database was away%n",
        acknowledged.sum(), refused.sum());
  }

  /** Every caller tells its runs, each of two tools and a success, in a scope of its own. */
  private List<Future<?>> work() {
    List<Future<?>> working = new ArrayList<>();
    for (int caller = 0; caller < CALLERS; caller++) {
      int number = caller;
      List<MembraneServiceBlockingStub> stubs = nodes.stream().map(MembranedProcess::stub).toList();
      working.add(callers.submit(() -> tell(number, stubs)));
    }
    return working;
  }

  private Void tell(int caller, List<MembraneServiceBlockingStub> stubs)
      throws IOException, InterruptedException {
    for (int run = 0; run < RUNS; run++) {
      String episode = "run-" + run;
      told(stubs, caller, stub -> stub.ingestToolOutput(toolOutput(caller, episode, "search")));
      IngestResponse last =
          told(stubs, caller, stub -> stub.ingestToolOutput(toolOutput(caller, episode, "book")));
      String id = JSON.readTree(last.getRecord().toByteArray()).get("id").asText();
      told(stubs, caller, stub -> stub.ingestOutcome(outcome(caller, episode, id)));
    }
    return null;
  }

  /** Asks one node after the other, as often as it takes; the key makes it count once. */
  private IngestResponse told(
      List<MembraneServiceBlockingStub> stubs,
      int caller,
      Function<MembraneServiceBlockingStub, IngestResponse> call)
      throws InterruptedException {
    for (int attempt = 0; ; attempt++) {
      MembraneServiceBlockingStub stub = stubs.get((caller + attempt) % NODES);
      try {
        IngestResponse answer = call.apply(stub.withDeadlineAfter(60, SECONDS));
        acknowledged.increment();
        return answer;
      } catch (StatusRuntimeException failure) {
        assertThat(failure.getStatus().getCode())
            .as("%s", failure)
            .isEqualTo(Status.Code.UNAVAILABLE);
        refused.increment();
        MILLISECONDS.sleep(25); // The nodes need the processor to come back.
      }
    }
  }

  private static IngestToolOutputRequest toolOutput(int caller, String episode, String tool) {
    return IngestToolOutputRequest.newBuilder()
        .setSource("agent")
        .setToolName(tool)
        .setArgs("{}")
        .setResult("{}")
        .setScope(scope(caller))
        .setSensitivity("low")
        .setEpisode(episode)
        .setIdempotencyKey(caller + episode + tool)
        .build();
  }

  private static IngestOutcomeRequest outcome(int caller, String episode, String id) {
    return IngestOutcomeRequest.newBuilder()
        .setSource("agent")
        .setTargetRecordId(id)
        .setOutcomeStatus("success")
        .setIdempotencyKey(caller + episode)
        .build();
  }

  private static String scope(int caller) {
    return "caller-" + caller;
  }

  private void kill(int node) {
    nodes.get(node).kill();
  }

  private void consolidate(int node) {
    var unused =
        nodes.get(node).stub().runConsolidation(RunConsolidationRequest.getDefaultInstance());
  }

  private static void await(List<Future<?>> working) throws Exception {
    for (Future<?> one : working) {
      one.get(5, MINUTES);
    }
  }

  private void awaitAcknowledged(int number) throws InterruptedException {
    awaitAtLeast(acknowledged, number);
  }

  private static void awaitAtLeast(LongAdder count, long number) throws InterruptedException {
    while (count.sum() < number) {
      MILLISECONDS.sleep(5);
    }
  }

  private void awaitSkill() throws Exception {
    while (database.count("SELECT count(*) FROM membrane.memory WHERE type = 'competence'") == 0) {
      MILLISECONDS.sleep(1);
    }
  }

  /** How often an episode waits to be learned from. */
  private int waiting() throws SQLException {
    return database.count(
        "SELECT count(*) FROM membrane.queue WHERE queue = 'settle' OR queue LIKE 'learn:%'");
  }

  private void assertEverythingWasLearnedOnce(int node) throws IOException {
    MembraneServiceBlockingStub stub = nodes.get(node).stub();
    for (int caller = 0; caller < CALLERS; caller++) {
      List<JsonNode> episodes = records(stub, caller, "episodic");
      assertThat(episodes).hasSize(RUNS);
      assertThat(episodes)
          .allSatisfy(
              episode -> {
                assertThat(episode.at("/payload/tool_graph")).hasSize(2);
                assertThat(episode.at("/payload/outcome").asText()).isEqualTo("success");
              });
      List<JsonNode> skills = records(stub, caller, "competence");
      skills.removeIf(
          skill -> !skill.at("/payload/skill_name").asText().equals("skill:book+search"));
      assertThat(skills).hasSize(1);
      assertThat(skills.get(0).at("/payload/performance/success_count").asInt()).isEqualTo(RUNS);
    }
  }

  private static List<JsonNode> records(MembraneServiceBlockingStub stub, int caller, String type)
      throws IOException {
    RetrieveRequest request =
        RetrieveRequest.newBuilder()
            .setTrust(TrustContext.newBuilder().setMaxSensitivity("low").addScopes(scope(caller)))
            .addMemoryTypes(type)
            .setLimit(1_000)
            .build();
    List<JsonNode> records = new ArrayList<>();
    for (ByteString json : stub.retrieve(request).getRecordsList()) {
      records.add(JSON.readTree(json.toByteArray()));
    }
    return records;
  }
}
