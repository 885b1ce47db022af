package dev.membrane.grpc;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import dev.membrane.grpc.v1.IngestOutcomeRequest;
import dev.membrane.grpc.v1.IngestRecordRequest;
import dev.membrane.grpc.v1.IngestResponse;
import dev.membrane.grpc.v1.IngestToolOutputRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.TrustContext;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Writers who do not let go: each tells runs of three tools and a fact about each, in a scope of
 * its own, and repeats under the same idempotency key what nobody acknowledged. So what must stand
 * in the end is known exactly. Thread-safe.
 */
final class CrashWorkload {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> TOOLS = List.of("search", "pick", "book");

  private final AtomicLong acknowledged = new AtomicLong();
  private final Map<Integer, Integer> runs = new ConcurrentHashMap<>();
  private final Map<Integer, Set<String>> ids = new ConcurrentHashMap<>();
  private volatile MembraneServiceBlockingStub stub;
  private volatile boolean isEnding;

  /** Which server is written to from now on. */
  void goOnWith(MembraneServiceBlockingStub server) {
    stub = server;
  }

  /** Has the writers end after the run that each is at. */
  void end() {
    isEnding = true;
  }

  long acknowledged() {
    return acknowledged.get();
  }

  /** Tells runs until {@link #end}. */
  Void write(int writer) throws IOException, InterruptedException {
    Set<String> told = ids.computeIfAbsent(writer, key -> ConcurrentHashMap.newKeySet());
    for (int n = 0; !isEnding; n++) {
      int run = n;
      told.add(told(server -> server.ingestRecord(fact(writer, run))));
      String episode = "";
      for (String tool : TOOLS) {
        episode = told(server -> server.ingestToolOutput(toolOutput(writer, run, tool)));
      }
      told.add(episode);
      String target = episode;
      told(server -> server.ingestOutcome(outcome(writer, run, target)));
      runs.put(writer, n + 1);
    }
    return null;
  }

  /** Repeats a call until it is acknowledged; answers with the id of its record. */
  private String told(Function<MembraneServiceBlockingStub, IngestResponse> call)
      throws IOException, InterruptedException {
    while (true) {
      try {
        IngestResponse answer = call.apply(stub.withDeadlineAfter(60, SECONDS));
        acknowledged.incrementAndGet();
        return json(answer.getRecord()).get("id").asText();
      } catch (StatusRuntimeException killed) {
        assertThat(isOfLostConnection(killed)).as("%s", killed).isTrue();
        MILLISECONDS.sleep(25); // The server needs the processor to come back.
      }
    }
  }

  /** A write that meets a connection which has just closed fails in the client's own way. */
  private static boolean isOfLostConnection(StatusRuntimeException failure) {
    return failure.getStatus().getCode() == Status.Code.UNAVAILABLE
        || failure.getStatus().getCause() instanceof ClosedChannelException;
  }

  /** Checks what a writer told and what was learned from it; answers with the number of records. */
  int assertStandsOnce(int writer, MembraneServiceBlockingStub server) throws IOException {
    int told = runs.getOrDefault(writer, 0);
    List<JsonNode> facts = records(writer, "semantic", server);
    List<JsonNode> episodes = records(writer, "episodic", server);
    List<JsonNode> learned = records(writer, "competence", server);
    learned.addAll(records(writer, "plan_graph", server));

    assertThat(facts)
        .extracting(fact -> fact.at("/payload/object").asText())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, told).mapToObj(CrashWorkload::text).toList());
    assertThat(episodes).hasSize(told).allSatisfy(CrashWorkload::assertWhole);
    facts.addAll(episodes);
    assertThat(facts.stream().map(record -> record.get("id").asText()).collect(toSet()))
        .isEqualTo(ids.getOrDefault(writer, Set.of()));
    if (told >= 2) {
      assertThat(learned)
          .filteredOn(record -> record.at("/payload/skill_name").asText().equals(skill()))
          .singleElement()
          .satisfies(
              skill ->
                  assertThat(skill.at("/payload/performance/success_count").asInt())
                      .isEqualTo(told));
      assertThat(learned)
          .filteredOn(record -> record.get("type").asText().equals("plan_graph"))
          .singleElement()
          .satisfies(
              plan ->
                  assertThat(plan.at("/payload/metrics/execution_count").asInt()).isEqualTo(told));
    }
    return facts.size() + learned.size();
  }

  /** Every part is there once, and every change is in the audit log once. */
  private static void assertWhole(JsonNode episode) {
    assertThat(episode.at("/payload/tool_graph"))
        .extracting(node -> node.get("tool").asText())
        .containsExactlyElementsOf(TOOLS);
    assertThat(episode.at("/payload/timeline")).hasSize(TOOLS.size());
    assertThat(episode.at("/payload/outcome").asText()).isEqualTo("success");
    assertThat(episode.at("/provenance/sources")).hasSize(TOOLS.size() + 1);
    assertThat(episode.get("audit_log"))
        .extracting(entry -> entry.get("rationale").asText())
        .startsWith("Ingested tool_output from crash")
        .contains("Outcome recorded: success")
        .filteredOn(rationale -> !rationale.contains("compress"))
        .hasSize(TOOLS.size() + 1);
  }

  private static String skill() {
    return "skill:" + String.join("+", TOOLS.stream().sorted().toList());
  }

  private static List<JsonNode> records(int writer, String type, MembraneServiceBlockingStub server)
      throws IOException {
    RetrieveRequest request =
        RetrieveRequest.newBuilder()
            .setTrust(TrustContext.newBuilder().setMaxSensitivity("low").addScopes(scope(writer)))
            .addMemoryTypes(type)
            .setLimit(10_000)
            .build();
    var answer = server.retrieve(request);
    assertThat(answer.getTruncated()).isFalse();
    List<JsonNode> records = new ArrayList<>();
    for (ByteString record : answer.getRecordsList()) {
      records.add(json(record));
    }
    return records;
  }

  static JsonNode json(ByteString document) throws IOException {
    return JSON.readTree(document.toByteArray());
  }

  private static String scope(int writer) {
    return "writer-" + writer;
  }

  /** Of many lengths, so that records end anywhere in a page. */
  private static String text(int run) {
    return "run " + run + " " + "x".repeat(run * 37 % 700);
  }

  private static IngestRecordRequest fact(int writer, int run) {
    String record =
        """
        {"type":"semantic","sensitivity":"low","scope":"%s",
         "provenance":{"sources":[{"kind":"event","ref":"r"}]},
         "payload":{"kind":"semantic","subject":"s","predicate":"says","object":"%s",
                    "validity":{"mode":"global"}}}
        """
            .formatted(scope(writer), text(run));
    return IngestRecordRequest.newBuilder()
        .setRecord(record)
        .setSource("crash")
        .setIdempotencyKey(writer + " fact " + run)
        .build();
  }

  private static IngestToolOutputRequest toolOutput(int writer, int run, String tool) {
    return IngestToolOutputRequest.newBuilder()
        .setSource("crash")
        .setToolName(tool)
        .setArgs("{}")
        .setResult("{}")
        .setScope(scope(writer))
        .setSensitivity("low")
        .setEpisode("run-" + run)
        .setIdempotencyKey(writer + " " + tool + " " + run)
        .build();
  }

  private static IngestOutcomeRequest outcome(int writer, int run, String episode) {
    return IngestOutcomeRequest.newBuilder()
        .setSource("crash")
        .setTargetRecordId(episode)
        .setOutcomeStatus("success")
        .setIdempotencyKey(writer + " outcome " + run)
        .build();
  }
}
