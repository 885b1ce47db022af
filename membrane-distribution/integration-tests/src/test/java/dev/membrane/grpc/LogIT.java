package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestOutcomeRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.RunConsolidationRequest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the packed server and its commands tell an operator. */
class LogIT {

  private static final Path SCRIPT = MembranedProcess.home().resolve("bin/membraned");
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  @Test
  void a_server_that_had_nothing_to_do_logs_that_it_stopped_and_nothing_else() throws Exception {
    List<JsonNode> lines = linesOf(client -> {});
    assertThat(lines).hasSize(1);
    JsonNode line = lines.get(0);
    assertThat(line.path("message").asText()).isEqualTo("stopped");
    assertThat(line.path("level").asText()).isEqualTo("INFO");
    assertThat(line.path("time").asText())
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
    assertThat(line.path("served_seconds").isIntegralNumber()).isTrue();
    assertThat(line).noneMatch(JsonNode::isContainerNode);
  }

  @Test
  void what_was_learned_is_one_line_of_numbers() throws Exception {
    List<JsonNode> lines = linesOf(LogIT::succeed);
    assertThat(lines)
        .filteredOn(line -> line.path("message").asText().equals("consolidated"))
        .singleElement()
        .satisfies(line -> assertThat(line.path("semantic_extracted").asInt()).isEqualTo(1))
        .satisfies(line -> assertThat(line.path("semantic_extracted").isInt()).isTrue())
        .satisfies(line -> assertThat(line.path("competence_extracted").asInt(-1)).isZero());
  }

  @Test
  void at_debug_each_call_over_http_is_a_line() throws Exception {
    Map<String, String> environment =
        Map.of("MEMBRANE_LOG_FORMAT", "json", "MEMBRANE_LOG_LEVEL", "DEBUG");
    try (MembranedProcess server =
        MembranedProcess.running(SCRIPT, folder, environment).awaitServing()) {
      String address = server.startLine().replaceFirst("^.*http on ([^,]+),.*$", "http://$1");
      URI metrics = URI.create(address + "/v1/metrics");
      HttpResponse<String> answer =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(metrics).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(server.stop()).isZero();
      assertThat(server.errors().lines().map(LogIT::parsed))
          .filteredOn(line -> line.path("message").asText().equals("call"))
          .singleElement()
          .satisfies(line -> assertThat(line.path("method").asText()).isEqualTo("http/GetMetrics"))
          .satisfies(line -> assertThat(line.path("status").asText()).isEqualTo("OK"))
          .satisfies(line -> assertThat(line.path("micros").isIntegralNumber()).isTrue());
    }
  }

  private interface Use {
    void by(MembraneServiceBlockingStub client) throws Exception;
  }

  private List<JsonNode> linesOf(Use use) throws Exception {
    Map<String, String> environment = Map.of("MEMBRANED_LOG_FORMAT", "json");
    try (MembranedProcess server =
        MembranedProcess.running(SCRIPT, folder, environment).awaitServing()) {
      assertThat(parsed(server.startLine()).path("message").asText())
          .matches("membraned \\S+ ready: store .*grpc on .*");
      MembraneServiceBlockingStub client = server.stub();
      use.by(client);
      for (int i = 0; i < 2; i++) {
        var unused = client.runConsolidation(RunConsolidationRequest.getDefaultInstance());
      }
      assertThat(server.stop()).isZero();
      return server.errors().lines().map(LogIT::parsed).toList();
    }
  }

  private static JsonNode parsed(String line) {
    try {
      return JSON.readTree(line);
    } catch (com.fasterxml.jackson.core.JsonProcessingException noJson) {
      throw new AssertionError(line, noJson);
    }
  }

  private static void succeed(MembraneServiceBlockingStub client) {
    var answer =
        client.ingestEvent(
            IngestEventRequest.newBuilder()
                .setSource("user")
                .setEventKind("user_message")
                .setRef("1")
                .setSummary("the build runs on Fridays")
                .build());
    var unused =
        client.ingestOutcome(
            IngestOutcomeRequest.newBuilder()
                .setSource("user")
                .setTargetRecordId(Json.text(Json.object(answer.getRecord()), "id"))
                .setOutcomeStatus("success")
                .build());
  }

  @Test
  void a_command_without_a_server_says_what_to_do() throws Exception {
    assertThat(refusal(Map.of("MEMBRANE_HTTP_ADDR", "127.0.0.1:1"), 1, "consolidate"))
        .isEqualToIgnoringNewLines(
            "membraned: no server answers on 127.0.0.1:1, and membrane.db: no such file;"
                + " start membraned, or name the database with --db");
    assertThat(refusal(Map.of(), 1, "--db", "none.db", "stats"))
        .isEqualToIgnoringNewLines("membraned: none.db: no such file");
    // An address of nobody, by RFC 5737.
    assertThat(refusal(Map.of("MEMBRANE_HTTP_ADDR", "192.0.2.1:9821"), 1, "list"))
        .hasLineCount(1)
        .contains("192.0.2.1:9821", "start membraned there, or correct http_addr");
  }

  @Test
  void unknown_variables_of_either_prefix_are_warned_of_and_those_of_commands_are_known()
      throws Exception {
    Map<String, String> environment =
        Map.of(
            "MEMBRANE_HTTP_ADDR", "127.0.0.1:1",
            "MEMBRANE_LOG_LEVL", "DEBUG",
            "MEMBRANED_CASHE", "",
            "MEMBRANE_CLIENT_KEY", "correct-horse-battery-staple");
    assertThat(refusal(environment, 1, "list").lines())
        .anyMatch(line -> line.endsWith("MEMBRANE_LOG_LEVL, did you mean MEMBRANE_LOG_LEVEL?"))
        .anyMatch(line -> line.endsWith("MEMBRANED_CASHE, did you mean MEMBRANE_CACHE?"))
        .noneMatch(line -> line.contains("variable MEMBRANE_CLIENT_KEY"));
    assertThat(refusal(environment, 0, "remember", "user", "likes", "tea").lines())
        .as("once, whatever else looks at the configuration")
        .filteredOn(line -> line.contains("unknown environment variable"))
        .hasSize(2);
  }

  @Test
  void a_bad_configuration_ends_with_a_code_of_its_own() throws Exception {
    assertThat(refusal(Map.of("MEMBRANE_DECAY_INTERVAL", "soon"), 78))
        .isEqualToIgnoringNewLines(
            "membraned: decay_interval: must be a duration such as 7d, 1h, 30m, 90s or 200ms");
    assertThat(refusal(Map.of(), 78, "--config", "none.yaml"))
        .isEqualToIgnoringNewLines("membraned: none.yaml: no such file");
    assertThat(refusal(Map.of(), 1, "--db", "none/membrane.db")).contains("none");
  }

  @Test
  void in_json_a_refusal_is_an_object_with_the_fields_of_the_log() throws Exception {
    JsonNode line =
        parsed(refusal(Map.of("MEMBRANE_LOG_FORMAT", "json"), 78, "--config", "none.yaml"));
    assertThat(line.path("level").asText()).isEqualTo("ERROR");
    assertThat(line.path("message").asText()).isEqualTo("none.yaml: no such file");
    assertThat(line.path("time").asText()).endsWith("Z");
  }

  @ParameterizedTest
  @CsvSource({
    "--nonsense, --nonsense",
    "export to.jsonl --nonsense, --nonsense",
    "serve-me, serve-me"
  })
  void in_json_a_bad_command_line_is_one_object(String line, String named) throws Exception {
    String said = refusal(Map.of("MEMBRANED_LOG_FORMAT", "json"), 2, line.split(" "));

    assertThat(said.lines()).hasSize(1);
    assertThat(parsed(said).path("level").asText()).isEqualTo("ERROR");
    assertThat(parsed(said).path("message").asText()).contains(named);
  }

  @Test
  void what_the_start_script_tells_is_text_in_either_format() throws Exception {
    Map<String, String> environment =
        Map.of("MEMBRANE_LOG_FORMAT", "json", "MEMBRANE_JAVA_OPTS", "-Xnonsense");
    assertThat(refusal(environment, 78))
        .hasLineCount(1)
        .startsWith("membraned: MEMBRANE_JAVA_OPTS");
  }

  private String refusal(Map<String, String> environment, int code, String... arguments)
      throws Exception {
    try (MembranedProcess command =
        MembranedProcess.running(SCRIPT, folder, environment, arguments)) {
      assertThat(command.exitCode()).as(command.errors()).isEqualTo(code);
      return command.errors();
    }
  }
}
