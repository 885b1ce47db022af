package dev.membrane.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.Membrane;
import dev.membrane.store.memory.InMemoryStore;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ErasTest {

  private final McpSite site =
      new McpSite(Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build(), "");

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void an_initialization_is_answered_in_the_revision_that_it_asks_for() {
    assertThat(initialized("2025-06-18")).isEqualTo("2025-06-18");
    assertThat(initialized("2025-11-25")).isEqualTo("2025-11-25");
    assertThat(initialized("2024-11-05")).isEqualTo("2024-11-05");
    assertThat(initialized("2025-03-26")).isEqualTo("2025-03-26");
    assertThat(initialized("1999-01-01")).isEqualTo("2025-11-25");
    assertThat(initialized("2026-07-28")).isEqualTo("2025-11-25");
    assertThat(site.ask(null, "ping", "{}").path("result").isObject()).isTrue();
  }

  private String initialized(String version) {
    String params =
        "{\"protocolVersion\": \"%s\", \"capabilities\": {}, \"clientInfo\": {}}"
            .formatted(version);
    JsonNode result = site.ask(null, "initialize", params).path("result");
    assertThat(result.at("/serverInfo/name").asText()).isEqualTo("membrane");
    assertThat(result.at("/capabilities/tools").isObject()).isTrue();
    return result.path("protocolVersion").asText();
  }

  @Test
  void a_server_is_discovered_and_used_without_initialization() {
    JsonNode found = result(site.askStateless("server/discover", "{}", null));
    assertThat(found.path("supportedVersions").get(0).asText()).isEqualTo("2026-07-28");
    assertThat(found.path("resultType").asText()).isEqualTo("complete");
    assertThat(found.path("cacheScope").asText()).isEqualTo("private");

    JsonNode tools = result(site.askStateless("tools/list", "{}", null));
    assertThat(tools.path("tools")).hasSize(11);
    assertThat(tools.path("ttlMs").asInt()).isPositive();
    String call = "{\"name\": \"recall\", \"arguments\": {\"query\": \"a\"}}";
    JsonNode answer = result(site.askStateless("tools/call", call, "recall"));
    assertThat(answer.at("/_meta/io.modelcontextprotocol~1serverInfo/name").asText())
        .isEqualTo("membrane");
  }

  private static JsonNode result(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return McpSite.parsed(response.body()).path("result");
  }

  @Test
  void a_scope_without_a_name_does_not_stand_for_all() {
    for (String blank : List.of("", "=?base64??=", "=?base64?IA==?=")) {
      String list = site.message("tools/list", "{}");
      HttpResponse<String> refused =
          site.send(site.request(list).header(McpCall.SCOPE_HEADER, blank));
      assertThat(refused.body()).as(blank).contains("membrane-scope must not be empty");
    }
  }

  @Test
  void a_scope_in_base64_is_read_and_a_malformed_one_is_named() {
    String list = site.message("tools/list", "{}");
    HttpResponse<String> read =
        site.send(site.request(list).header(McpCall.SCOPE_HEADER, "=?base64?w6nmvKI=?="));
    assertThat(McpSite.parsed(read.body()).path("result").path("tools").isArray()).isTrue();
    for (String malformed : List.of("=?base64?!?=", "=?base64?/w==?=")) {
      HttpResponse<String> refused =
          site.send(site.request(list).header(McpCall.SCOPE_HEADER, malformed));
      assertThat(refused.body()).as(malformed).contains("membrane-scope must be UTF-8");
    }
  }

  @Test
  void headers_say_what_the_message_says() {
    String call = "{\"name\": \"recall\", \"arguments\": {\"query\": \"a\"}}";
    assertError(site.askStateless("tools/call", call, "remember"), 400, -32020);
    assertError(site.askStateless("tools/call", call, null), 400, -32020);
    String encoded =
        "=?base64?"
            + Base64.getEncoder().encodeToString("recall".getBytes(StandardCharsets.UTF_8))
            + "?=";
    assertThat(site.askStateless("tools/call", call, encoded).statusCode()).isEqualTo(200);
    assertError(site.askStateless("tools/call", call, "=?base64?!?="), 400, -32020);

    String list = site.message("tools/list", "{\"_meta\": " + McpSite.META + "}");
    assertError(site.send(site.request(list)), 400, -32020);
    assertError(
        site.send(site.request(list).header("mcp-protocol-version", "2026-07-28")), 400, -32020);
  }

  @Test
  void a_request_without_what_the_revision_demands_is_refused() {
    String bare = site.message("server/discover", "{}");
    assertError(
        site.send(
            site.request(bare)
                .header("mcp-protocol-version", "2026-07-28")
                .header("mcp-method", "server/discover")),
        400,
        -32602);
    HttpResponse<String> unknown =
        site.send(
            site.request(bare)
                .header("mcp-protocol-version", "v999.0.0")
                .header("mcp-method", "server/discover"));
    assertError(unknown, 400, -32022);
    JsonNode data = McpSite.parsed(unknown.body()).at("/error/data");
    assertThat(data.path("requested").asText()).isEqualTo("v999.0.0");
    assertThat(data.path("supported").get(0).asText()).isEqualTo("2026-07-28");
  }

  @Test
  void what_is_gone_from_the_revision_is_not_found() {
    assertError(site.askStateless("ping", "{}", null), 404, -32601);
    assertError(site.askStateless("initialize", "{}", null), 404, -32601);
    assertThat(site.ask(null, "nonsense", "{}").at("/error/code").asInt()).isEqualTo(-32601);
  }

  @Test
  void a_notification_is_taken_and_not_answered() {
    HttpResponse<String> taken =
        site.send(
            site.request("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}"));
    assertThat(taken.statusCode()).isEqualTo(202);
    assertThat(taken.body()).isEmpty();
  }

  @Test
  void what_is_no_message_is_refused() {
    assertError(site.send(site.request("{\"jsonrpc\": ")), 400, -32700);
    assertError(site.send(site.request("[]")), 400, -32600);
    assertError(site.send(site.request("{\"id\": 1, \"method\": \"ping\"}")), 400, -32600);
    assertError(
        site.send(site.request("{\"jsonrpc\": \"2.0\", \"id\": null, \"method\": \"ping\"}")),
        400,
        -32600);
  }

  @Test
  void a_message_that_is_refused_is_answered_with_its_id() {
    assertThat(site.ask(null, "ping", "null").path("result").isObject()).isTrue();
    for (String rest :
        List.of(
            "\"jsonrpc\": \"2.0\", \"method\": \"ping\", \"params\": []",
            "\"jsonrpc\": \"2.0\", \"method\": 5",
            "\"jsonrpc\": \"1.0\", \"method\": \"ping\"")) {
      HttpResponse<String> answer = site.send(site.request("{\"id\": \"mine\", " + rest + "}"));
      assertError(answer, 400, -32600);
      assertThat(McpSite.parsed(answer.body()).path("id").asText()).isEqualTo("mine");
    }
  }

  private static void assertError(HttpResponse<String> response, int status, int code) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(McpSite.parsed(response.body()).at("/error/code").asInt())
        .as(response.body())
        .isEqualTo(code);
  }
}
