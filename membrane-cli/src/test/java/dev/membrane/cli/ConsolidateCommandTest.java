package dev.membrane.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of a consolidation of which a stage failed. */
class ConsolidateCommandTest {

  private static final String RESULT = "{\"semantic_extracted\":3}";

  @TempDir Path folder;

  private final Shell shell = new Shell();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    answer("/v1/run-consolidation", "{\"result\":" + RESULT + "}");
    server.start();
    shell
        .with("db_path", folder.resolve("m.db").toString())
        .with("http_addr", "127.0.0.1:" + server.getAddress().getPort());
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void a_stage_that_failed_is_named_and_what_the_others_learned_is_printed() {
    runs(
        run("consolidation", "12:00:05", 3, "error"),
        run("embedding", "12:00:01", 0, "unavailable"),
        run("llm-extraction", "12:00:04.5", 0.5, "error"),
        run("plan-graph", "12:00:05", 0.1, "unavailable"),
        run("prune", "12:00:09", 1, "error"),
        run("semantic", "12:00:03", 1, "ok"));

    assertThat(shell.exitCode("consolidate")).isEqualTo(1);
    assertThat(shell.said().lines())
        .containsExactly(
            "stage llm-extraction: error; the log says why",
            "stage plan-graph: unavailable; the log says why");
    assertThat(shell.failed("consolidate")).endsWith(RESULT);
  }

  @Test
  void a_failure_of_no_stage_is_that_of_the_consolidation() {
    runs(run("consolidation", "12:00:05", 3, "unavailable"), run("semantic", "12:00:03", 1, "ok"));

    assertThat(shell.exitCode("consolidate")).isEqualTo(1);
    assertThat(shell.said()).startsWith("consolidation: unavailable; the log says why");
  }

  @Test
  void what_went_well_says_nothing_of_what_failed_before() {
    runs(run("consolidation", "12:00:05", 3, "ok"), run("prune", "12:00:03", 1, "error"));

    assertThat(shell.run("consolidate")).isEqualTo(RESULT);
    assertThat(shell.said()).isEmpty();
  }

  @Test
  void what_still_waits_for_a_stage_is_told_and_until_when() {
    answer(
        "/v1/list-jobs",
        """
        {"queues":[
          {"name":"aside:llm-extraction","length":3,"oldest_due":"2026-11-29T12:00:00Z"},
          {"name":"learn:llm-extraction","length":9,"oldest_due":"2026-11-29T12:02:00Z"},
          {"name":"settle","length":2,"oldest_due":"2026-11-30T12:00:00Z"}]}
        """);

    assertThat(shell.run("consolidate")).isEqualTo(RESULT);
    assertThat(shell.said().lines())
        .containsExactly(
            "stage llm-extraction: 9 episodes wait; the first is due at 2026-11-29T12:02:00Z");
  }

  private void runs(String... runs) {
    answer("/v1/list-jobs", "{\"runs\":[" + String.join(",", runs) + "]}");
  }

  private static String run(String name, String endedAt, double seconds, String result) {
    return "{\"name\":\"%s\",\"ended_at\":\"2026-11-29T%sZ\",\"seconds\":%s,\"result\":\"%s\"}"
        .formatted(name, endedAt, seconds, result);
  }

  private void answer(String path, String body) {
    server.createContext(
        path,
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          byte[] bytes = body.getBytes(UTF_8);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }
}
