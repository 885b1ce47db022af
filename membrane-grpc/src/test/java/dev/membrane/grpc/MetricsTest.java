package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestOutcomeRequest;
import dev.membrane.grpc.v1.RunConsolidationRequest;
import dev.membrane.server.StartException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a monitoring sees of a server. */
class MetricsTest {

  @TempDir Path folder;

  private RunningServer start(Map<String, String> settings) {
    return RunningServer.on(folder.resolve("membrane.db"), settings);
  }

  @Test
  void calls_and_the_store_are_counted_and_measured() throws Exception {
    try (RunningServer server = start(Map.of())) {
      for (int i = 0; i < 3; i++) {
        server.client().ingestEvent(event("secret-" + i));
      }
      Refusals.refusalOf(
          () -> server.client().ingestEvent(event("secret").toBuilder().clearRef().build()));

      String metrics = server.metrics();
      String call = "membrane_rpc_seconds_%s{method=\"membrane.v1.MembraneService/IngestEvent\",";
      assertThat(metrics)
          .contains(call.formatted("count") + "status=\"OK\"} 3\n")
          .contains(call.formatted("count") + "status=\"INVALID_ARGUMENT\"} 1\n")
          .contains(call.formatted("bucket") + "status=\"OK\",le=\"60.0\"} 3\n")
          .contains("membrane_store_seconds_count{operation=\"commit\",outcome=\"ok\"} 3\n")
          .contains(
              "membrane_store_seconds_bucket{operation=\"commit\",outcome=\"ok\",le=\"0.01\"}")
          .contains("jvm_memory_used_bytes")
          .doesNotContain("secret");
    }
  }

  @Test
  void stages_and_jobs_are_counted_and_measured() throws Exception {
    Map<String, String> often = Map.of("decay_interval", "50ms", "consolidation_interval", "50ms");
    try (RunningServer server = start(often)) {
      String answer = server.client().ingestEvent(event("r")).getRecord().toStringUtf8();
      String id = answer.replaceAll("(?s).*?\"id\":\"([^\"]+)\".*", "$1");
      server
          .client()
          .ingestOutcome(
              IngestOutcomeRequest.newBuilder()
                  .setSource("a")
                  .setTargetRecordId(id)
                  .setOutcomeStatus("success")
                  .build());

      awaitMetrics(server, text -> runs("prune", "ok", text) > 0);
      awaitMetrics(server, text -> runs("consolidation", "ok", text) > 0);
      String metrics = server.metrics();
      assertThat(metrics)
          .contains("membrane_job_handled_total{job=\"prune\",what=\"deleted\"} 0")
          .contains("\nmembrane_embedding_backlog 0")
          .contains("membrane_job_handled_total{job=\"consolidation\",what=\"semantic_created\"}")
          .contains("membrane_job_handled_total{job=\"consolidation\",what=\"failed\"} 0")
          .contains("membrane_stage_handled_total{stage=\"semantic\",what=\"created\"}")
          .contains("membrane_stage_handled_total{stage=\"generalization\",what=\"failed\"} 0")
          .contains(
              "membrane_stage_handled_total{stage=\"episodic-compression\",what=\"compressed\"}");
      server.client().runConsolidation(RunConsolidationRequest.getDefaultInstance());
    }
  }

  @Test
  void runs_of_jobs_are_counted_from_0_whatever_their_outcome() throws Exception {
    try (RunningServer server = start(Map.of())) {
      // Before the first of them runs, or soon after.
      String metrics = server.metrics();

      for (String job : List.of("prune", "idempotency expiry", "consolidation", "erasure")) {
        for (String outcome : List.of("error", "unavailable", "conflict")) {
          assertThat(runs(job, outcome, metrics)).as(job + " " + outcome).isZero();
        }
        assertThat(runs(job, "ok", metrics)).as(job).isNotNegative();
      }
    }
  }

  /** How many runs are counted; negative if there is no such count. */
  private static int runs(String job, String outcome, String metrics) {
    String count = "membrane_job_seconds_count{job=\"%s\",outcome=\"%s\"} ".formatted(job, outcome);
    return metrics
        .lines()
        .filter(line -> line.startsWith(count))
        .map(line -> Integer.valueOf(line.substring(count.length())))
        .findFirst()
        .orElse(-1);
  }

  @Test
  void live_and_ready_are_two_questions() throws Exception {
    try (RunningServer server = start(Map.of())) {
      assertThat(server.http("GET", "/livez").body()).isEqualTo("alive\n");
      HttpResponse<String> ready = server.http("GET", "/readyz");
      assertThat(ready.statusCode()).isEqualTo(200);
      assertThat(ready.body()).isEqualTo("ready\nembedding_backlog 0\n");
      assertThat(server.http("HEAD", "/metrics").body()).isEmpty();
      assertThat(server.http("POST", "/metrics").statusCode()).isEqualTo(405);
      assertThat(server.http("GET", "/").statusCode()).isEqualTo(404);
      assertThat(server.http("GET", "/metrics/x").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void an_address_that_cannot_be_had_stops_the_start() {
    try (RunningServer server = start(Map.of())) {
      Map<String, String> taken = Map.of("metrics_addr", "127.0.0.1:" + server.port("metrics"));
      assertThatThrownBy(() -> RunningServer.on(folder.resolve("other.db"), taken))
          .isInstanceOf(StartException.class)
          .hasMessageStartingWith("metrics_addr: cannot listen on 127.0.0.1:");
    }
    Map<String, String> bad = Map.of("metrics_addr", "9821");
    assertThatThrownBy(() -> RunningServer.on(folder.resolve("other.db"), bad))
        .isInstanceOf(StartException.class)
        .hasMessage("metrics_addr: must be host:port, :port or [ipv6]:port");
  }

  private static void awaitMetrics(RunningServer server, Predicate<String> condition)
      throws Exception {
    while (!condition.test(server.metrics())) {
      Thread.sleep(10);
    }
  }

  private static IngestEventRequest event(String ref) {
    return IngestEventRequest.newBuilder()
        .setSource("a")
        .setEventKind("k")
        .setRef(ref)
        .setScope("secret-scope")
        .build();
  }
}
