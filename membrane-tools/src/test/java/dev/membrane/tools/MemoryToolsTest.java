package dev.membrane.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.TokenEstimate;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.ValidationException;
import dev.membrane.store.memory.InMemoryStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemoryToolsTest {

  private final Map<String, MemoryTool> tools = MemoryTools.all(InstantSource.system());
  private final List<String> offered = new ArrayList<>();
  private final Membrane memory =
      Membrane.builder().openStore(InMemoryStore::new).backgroundJobs(false).build();

  /** A host that keeps to one scope. */
  private record Host(Membrane memory, Optional<String> scope, List<String> offered)
      implements ToolSession {

    @Override
    public String source() {
      return "host";
    }

    @Override
    public IngestOptions options() {
      return scope.map(IngestOptions.NONE::scope).orElseGet(IngestOptions.NONE::unscoped);
    }

    @Override
    public void offer(String recordId) {
      offered.add(recordId);
    }
  }

  @AfterEach
  void close() {
    memory.close();
  }

  private String use(String tool, Map<String, Object> arguments) {
    return use("project", tool, arguments);
  }

  private String use(String scope, String tool, Map<String, Object> arguments) {
    Host host = new Host(memory.as(Caller.ANONYMOUS), Optional.of(scope), offered);
    return tools.get(tool).use(host, (JsonObject) JsonValue.of(arguments));
  }

  @Test
  void each_tool_says_what_it_needs() {
    assertThat(tools.keySet())
        .containsExactly(
            "recall",
            "how_to",
            "get",
            "remember",
            "begin_task",
            "log_step",
            "finish_task",
            "save_state",
            "load_state",
            "revise",
            "forget");
    assertThat(tools)
        .allSatisfy(
            (name, tool) -> {
              assertThat(tool.name()).isEqualTo(name);
              assertThat(tool.description()).isNotBlank();
              assertThat(tool.permissions()).isNotEmpty();
              assertThat(tool.inputSchema().members()).containsKey("properties");
              assertThat(tool.listed().members()).doesNotContainKey("permissions");
            });
    assertThat(MemoryTools.withoutTasks(InstantSource.system()).keySet())
        .hasSize(8)
        .doesNotContain("begin_task", "log_step", "finish_task");
  }

  @Test
  void a_session_keeps_to_its_scope_whatever_a_model_asks() {
    use("remember", Map.of("subject", "Ann", "predicate", "drives", "object", "a Volvo"));
    assertThat(use("recall", Map.of("query", "Ann"))).contains("Ann drives a Volvo");
    assertThat(use("elsewhere", "recall", Map.of("query", "Ann")))
        .isEqualTo("Nothing that is remembered matches.");
    assertThatThrownBy(() -> use("elsewhere", "recall", Map.of("query", "Ann", "scope", "project")))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("there is no argument scope; there is: context, limit");
  }

  @Test
  void no_answer_is_larger_than_models_are_promised() {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < 12_000; i++) {
      words.append("word").append(i).append(' ');
    }
    String created =
        use("remember", Map.of("subject", "Ann", "predicate", "wrote", "object", words.toString()));
    String id = created.substring("created: ".length());
    String read = use("get", Map.of("id", id, "max_tokens", 100));
    assertThat(TokenEstimate.of(read)).isBetween(90L, 120L);
    assertThat(read).endsWith("(truncated)");
    assertThat(TokenEstimate.of(use("get", Map.of("id", id, "max_tokens", 20_000))))
        .isBetween(19_000L, 20_050L);
  }

  @Test
  void how_to_names_the_tool_for_the_outcome_only_where_there_is_one() {
    for (int i = 0; i < 3; i++) {
      String task = use("begin_task", Map.of("task", "release the shop"));
      String id = task.substring("task_id: ".length());
      use("log_step", Map.of("task_id", id, "tool", "build"));
      use("log_step", Map.of("task_id", id, "tool", "deploy"));
      use("finish_task", Map.of("task_id", id, "outcome", "success"));
    }
    memory.consolidation().run();
    String answer = use("how_to", Map.of("task", "release the shop"));
    assertThat(answer).contains("build", "deploy", "tell finish_task if you used it.");
    assertThat(offered).hasSize(1);
    assertThat(answer).contains(offered.get(0));
    MemoryTool alone = MemoryTools.withoutTasks(InstantSource.system()).get("how_to");
    Host host = new Host(memory, Optional.of("project"), offered);
    assertThat(alone.use(host, (JsonObject) JsonValue.of(Map.of("task", "release the shop"))))
        .contains("build", "deploy")
        .doesNotContain("finish_task");
  }
}
