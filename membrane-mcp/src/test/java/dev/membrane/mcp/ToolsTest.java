package dev.membrane.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.Membrane;
import dev.membrane.TokenEstimate;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.memory.InMemoryStore;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolsTest extends ToolCalls {

  /** To HTTP each call of a tool is a success of one method. */
  @Test
  void a_call_is_counted_by_its_tool_and_how_that_ended() {
    remember("user", "prefers_editor", "\"vim\"");
    site.refusal(null, "get", "{\"id\": \"no-such-id\"}");
    site.ask(null, "tools/list", "{}");
    site.ask(null, "text of a caller", "{}");

    assertThat(site.counted())
        .containsExactly(
            "mcp/remember OK",
            "mcp/get NOT_FOUND",
            "mcp/tools/list OK",
            "mcp/unknown INVALID_ARGUMENT");
  }

  @Test
  void a_call_in_which_java_fails_is_no_success() {
    MemoryStore broken =
        new ForwardingStore(new InMemoryStore()) {
          @Override
          public List<Hit> search(Filter filter, List<String> terms, int limit) {
            throw new StackOverflowError();
          }
        };
    Membrane membrane = Membrane.builder().openStore(() -> broken).backgroundJobs(false).build();
    try (McpSite failing = new McpSite(membrane, "")) {
      String fact = "{\"subject\": \"user\", \"predicate\": \"likes\", \"object\": \"tea\"}";
      String params = "{\"name\": \"remember\", \"arguments\": %s}".formatted(fact);
      HttpResponse<String> answer =
          failing.send(failing.request(failing.message("tools/call", params)));

      assertThat(answer.body()).doesNotContain("StackOverflowError");
      assertThat(failing.counted()).containsExactly("mcp/remember INTERNAL");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "resources/list",
        "skills/list",
        "tools/list",
        "prompts/list",
        "resources/templates/list"
      })
  void a_cursor_that_no_page_gave_out_is_refused(String list) {
    for (String cursor : List.of("\"x\"", "5", "{}")) {
      JsonNode answer = site.ask(null, list, "{\"cursor\": %s}".formatted(cursor));
      assertThat(answer.at("/error/code").asInt()).as(cursor).isEqualTo(-32602);
      assertThat(answer.at("/error/message").asText()).contains("cursor");
    }
    for (String first : List.of("\"\"", "null")) {
      JsonNode answer = site.ask(null, list, "{\"cursor\": %s}".formatted(first));
      assertThat(answer.has("result")).as(first).isTrue();
    }
  }

  @Test
  void no_answer_repeats_a_long_argument_whole() {
    String longName = "q1 ".repeat(15_000);
    String wrong = site.refusal(null, "recall", "{\"%s\": \"a\"}".formatted(longName));
    assertThat(wrong).startsWith("there is no argument q1").endsWith("(truncated)");
    assertThat(TokenEstimate.of(wrong)).isLessThan(1_000);
    String thread = "t1-".repeat(30_000);
    String saved =
        use("save_state", "{\"thread_id\": \"%s\", \"summary\": \"s\"}".formatted(thread));
    assertThat(TokenEstimate.of(saved)).isLessThan(25_000);
    JsonNode unknown =
        site.ask(null, "tools/call", "{\"name\": \"%s\"}".formatted("n1".repeat(50_000)));
    assertThat(unknown.at("/error/message").asText()).hasSizeLessThan(5_000);
  }

  @Test
  void a_scope_that_no_argument_can_name_is_said_to_be_the_hosts() {
    String rights =
        ", \"max_sensitivity\": \"low\", \"scopes\": [\"a\", \"b\"],"
            + " \"permissions\": [\"ingest\", \"retrieve\"]";
    String principals = "[" + McpSite.principal("two", READER, rights) + "]";
    Membrane memory = Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build();
    try (McpSite guarded = new McpSite(memory, principals)) {
      assertThat(guarded.refusal(READER, "begin_task", "{\"task\": \"deploy\"}"))
          .isEqualTo(
              "validation error for scope: is required of a caller of several scopes; this is no"
                  + " argument: tell the user that --scope of membraned mcp or the header"
                  + " Membrane-Scope names it");
    }
  }

  @Test
  void an_argument_that_the_memory_refuses_has_the_name_that_the_tool_gives_it() {
    String task = begin("deploy");
    Map<String, String> refused =
        Map.ofEntries(
            Map.entry("recall {\"query\": \"#\"}", "query"),
            Map.entry("recall {\"query\": \"a\", \"task_id\": \"#\"}", "task_id"),
            Map.entry("how_to {\"task\": \"#\"}", "task"),
            Map.entry("begin_task {\"task\": \"#\"}", "task"),
            Map.entry("log_step {\"task_id\": \"%s\", \"tool\": \"#\"}", "tool"),
            Map.entry(
                "log_step {\"task_id\": \"%s\", \"tool\": \"t\", \"args\": {\"a\": \"#\"}}",
                "args"),
            Map.entry("finish_task {\"task_id\": \"#\", \"outcome\": \"success\"}", "task_id"),
            Map.entry("get {\"task_id\": \"#\"}", "task_id"),
            Map.entry("save_state {\"thread_id\": \"t\", \"summary\": \"#\"}", "summary"),
            Map.entry(
                "revise {\"id\": \"i\", \"action\": \"retract\", \"reason\": \"#\"}", "reason"),
            Map.entry("forget {\"id\": \"i\", \"dry_run\": false, \"reason\": \"#\"}", "reason"));
    refused.forEach(
        (call, name) -> {
          String[] words = call.replace("%s", task).replace("#", "nul\\u0000").split(" ", 2);
          assertThat(site.refusal(null, words[0], words[1]))
              .as(call)
              .startsWith("validation error for " + name)
              .contains("NUL");
        });
    String longTask = "{\"task\": \"%s\"}".formatted("x".repeat(100_001));
    assertThat(site.refusal(null, "begin_task", longTask)).startsWith("task exceeds maximum");
  }

  @Test
  void only_what_may_be_repeated_is_said_to_be_idempotent() {
    List<String> idempotent = new ArrayList<>();
    for (JsonNode tool : site.ask(null, "tools/list", "{}").at("/result/tools")) {
      if (tool.at("/annotations/idempotentHint").asBoolean()) {
        idempotent.add(tool.path("name").asText());
      }
    }
    assertThat(idempotent).containsExactly("forget");
  }

  @Test
  void a_wrong_argument_is_named() {
    assertThat(site.refusal(null, "recall", "{}")).startsWith("query is required");
    assertThat(site.refusal(null, "recall", "{\"query\": \"a\", \"limit\": 51}"))
        .isEqualTo("limit must be a whole number from 1 to 50");
    assertThat(site.refusal(null, "recall", "{\"query\": \"a\", \"user_id\": \"bob\"}"))
        .startsWith("there is no argument user_id; there is: context, limit, max_tokens, query");
    assertThat(site.refusal(null, "remember", "{\"subject\": \"a\", \"predicate\": \"b\"}"))
        .isEqualTo("object is required");
    JsonNode noAddress = site.ask(null, "skills/get", "{}");
    assertThat(noAddress.at("/error/message").asText()).isEqualTo("params.uri must be a text");
    JsonNode unknown = site.ask(null, "tools/call", "{\"name\": \"recal\"}");
    assertThat(unknown.at("/error/code").asInt()).isEqualTo(-32602);
    assertThat(unknown.at("/error/message").asText()).isEqualTo("Unknown tool: recal");
  }

  @Test
  void the_list_is_short_and_each_description_begins_with_when() {
    JsonNode tools = site.ask(null, "tools/list", "{}").at("/result/tools");
    String list = site.ask(null, "tools/list", "{}").path("result").toString();
    assertThat(list.length()).isLessThanOrEqualTo(10_000);
    assertThat(TokenEstimate.of(list)).isLessThanOrEqualTo(2_500);
    assertThat(tools).hasSize(11);
    for (JsonNode tool : tools) {
      assertThat(tool.path("description").asText()).matches("(?s)(When|After|Before) .*");
      assertThat(tool.has("permissions")).isFalse();
    }
  }

  @Test
  void only_what_a_key_permits_is_listed_and_done() {
    String principals =
        "["
            + McpSite.principal(
                "reader", READER, ", \"max_sensitivity\": \"low\", \"permissions\": [\"retrieve\"]")
            + "]";
    try (McpSite guarded =
        new McpSite(
            Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build(),
            principals)) {
      List<String> names =
          guarded.ask(READER, "tools/list", "{}").at("/result/tools").findValuesAsText("name");
      assertThat(names).contains("recall", "how_to", "get", "load_state");
      assertThat(names).doesNotContain("remember", "forget", "revise", "finish_task");
      JsonNode refused =
          guarded.ask(
              READER,
              "tools/call",
              """
              {"name": "remember",
               "arguments": {"subject": "a", "predicate": "b", "object": "c"}}""");
      assertThat(refused.at("/error/message").asText()).isEqualTo("Unknown tool: remember");
    }
  }
}
