package dev.membrane.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.IngestOptions;
import dev.membrane.ListRecordsRequest;
import dev.membrane.Membrane;
import dev.membrane.ObservationRequest;
import dev.membrane.schema.Sensitivity;
import dev.membrane.store.memory.InMemoryStore;
import dev.membrane.tck.Seed;
import dev.membrane.tck.Trials;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

class MalformedMessagesTest {

  private static final String KEY = "a-key-of-enough-letters";

  private static final int TRIES = Trials.of(3_000);

  /** None of them has all that is required, nor has it when single letters are changed. */
  private static final List<String> MESSAGES =
      List.of(
          call("remember", "{\"subject\": \"a\", \"predicate\": \"b\", \"tags\": [\"t\"]}"),
          call("remember", "{\"subject\": \"a\", \"predicate\": 1, \"object\": {\"x\": [1]}}"),
          call("begin_task", "{\"task\": \"\"}"),
          call("log_step", "{\"task_id\": \"x\", \"tool\": \"t\", \"args\": {\"a\": null}}"),
          call("finish_task", "{\"task_id\": \"x\", \"outcome\": \"won\"}"),
          call("save_state", "{\"thread_id\": \"t\", \"state\": \"lost\", \"summary\": \"s\"}"),
          call("revise", "{\"id\": \"x\", \"action\": \"retract\", \"reason\": \"r\"}"),
          call("forget", "{\"id\": \"x\", \"reason\": \"r\", \"dry_run\": \"no\"}"),
          "{\"jsonrpc\": \"2.0\", \"id\": {}, \"method\": \"tools/call\", \"params\": []}",
          "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"resources/read\","
              + " \"params\": {\"uri\": \"membrane://record/%zz\"}}",
          "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"prompts/get\","
              + " \"params\": {\"name\": \"why_believed\", \"arguments\": {\"id\": 7}}}");

  private static String call(String tool, String arguments) {
    return """
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
         "params": {"name": "%s", "arguments": %s}}"""
        .formatted(tool, arguments);
  }

  @Test
  void no_malformed_message_is_a_fault_of_the_server_or_leaves_anything(TestInfo test) {
    long seed = Seed.number(test);
    Random random = new Random(seed);
    try (McpSite site =
        new McpSite(
            Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build(), "")) {
      for (int i = 0; i < TRIES; i++) {
        byte[] body = mutated(random);
        HttpRequest.Builder request = site.request("").POST(BodyPublishers.ofByteArray(body));
        if (random.nextInt(4) == 0) {
          request.header("mcp-protocol-version", random.nextBoolean() ? "2026-07-28" : "x");
        }
        HttpResponse<String> answer = site.send(request);
        String what = "seed %s: %s".formatted(seed, new String(body, StandardCharsets.ISO_8859_1));
        assertThat(answer.statusCode()).as(what).isBetween(200, 499);
        assertThat(answer.body()).as(what).doesNotContain("-32603").doesNotContain("internal");
      }
      assertThat(site.membrane().listing().records(ListRecordsRequest.builder().build()).items())
          .isEmpty();
    }
  }

  @Test
  void a_byte_order_mark_is_passed_over() {
    String ping = "\uFEFF{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}";
    assertThat(RpcMessage.read(ping.getBytes(StandardCharsets.UTF_8)).method()).isEqualTo("ping");
  }

  @Test
  void each_request_of_a_batch_is_answered_that_it_is_not_taken() {
    String batch =
        """
        [{"jsonrpc": "2.0", "id": 7, "method": "ping"},
         {"jsonrpc": "2.0", "method": "notifications/initialized"},
         {"jsonrpc": "2.0", "id": 9, "result": {}},
         {"jsonrpc": "2.0", "id": "b", "method": "tools/list"}]""";
    JsonNode answers = answered(batch);
    assertThat(answers.findValuesAsText("id")).containsExactly("7", "b");
    for (JsonNode answer : answers) {
      assertThat(answer.at("/error/code").asInt()).isEqualTo(-32600);
      assertThat(answer.at("/error/message").asText()).contains("batches are not taken");
    }
    assertThat(answered("[]").at("/error/code").asInt()).isEqualTo(-32600);
  }

  @Test
  void the_answer_to_a_message_that_cannot_be_read_has_its_id() {
    String deep = "[".repeat(199) + "]".repeat(199);
    String message =
        "{\"method\": \"tools/call\", \"params\": {\"id\": 1, \"arguments\": %s}, \"id\": \"x\"}";
    JsonNode refused = answered(message.formatted(deep));
    assertThat(refused.path("id").asText()).isEqualTo("x");
    assertThat(refused.at("/error/code").asInt()).isEqualTo(-32700);
    assertThat(refused.at("/error/message").asText()).contains("nesting");
    assertThat(answered("{\"id\": 5, \"a\": 1, \"a\": 2}").path("id").asInt()).isEqualTo(5);
    assertThat(answered("{\"a\": {\"id\": 5}, \"a\": 2}").has("id")).isFalse();
  }

  @Test
  void an_id_that_utf_8_cannot_hold_is_answered_as_it_was_written() {
    String ping = "{\"jsonrpc\": \"2.0\", \"id\": \"\\ud800\", \"method\": \"ping\"}";
    assertThat(answered(ping).path("id").asText()).isEqualTo("\ud800");
  }

  private static JsonNode answered(String message) {
    try (McpSite site =
        new McpSite(
            Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build(), "")) {
      return McpSite.parsed(site.send(site.request(message)).body());
    }
  }

  @Test
  void what_a_caller_may_not_see_is_no_fault_of_the_server() {
    String grant = ", \"max_sensitivity\": \"low\", \"permissions\": [\"retrieve\"]";
    String low = McpSite.principal("low", KEY, grant);
    try (McpSite site =
        new McpSite(
            Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build(),
            "[" + low + "]")) {
      String above =
          site.membrane()
              .ingestion()
              .observe(
                  ObservationRequest.builder()
                      .source("ann")
                      .subject("ann")
                      .predicate("likes")
                      .object("tea")
                      .options(IngestOptions.NONE.unscoped().sensitivity(Sensitivity.MEDIUM))
                      .build())
              .id();
      String uri = "{\"uri\": \"membrane://record/%s/audit\"}".formatted(above);
      assertThat(site.ask(KEY, "resources/read", uri).at("/error/code").asInt()).isEqualTo(-32602);
    }
  }

  private static byte[] mutated(Random random) {
    String message = MESSAGES.get(random.nextInt(MESSAGES.size()));
    byte[] body = message.getBytes(StandardCharsets.UTF_8);
    for (int i = random.nextInt(4); i > 0; i--) {
      // A quotation mark that is a letter could make a message whole.
      body[random.nextInt(body.length)] = (byte) (random.nextInt(256) & ~0x20);
    }
    return body;
  }
}
