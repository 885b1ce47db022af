package dev.membrane.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.OutcomeRequest;
import dev.membrane.RecordRequest;
import dev.membrane.TokenEstimate;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.store.memory.InMemoryStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryToolsTest {

  private static final Pattern READ_ON =
      Pattern.compile("\n\\(truncated: to read on, call get with cursor (\\S+)\\)$");

  private final Map<String, MemoryTool> tools = MemoryTools.all(InstantSource.system());
  private final List<String> offered = new ArrayList<>();
  private final Membrane memory =
      Membrane.builder().openStore(InMemoryStore::new).backgroundJobs(false).build();

  /** A host that keeps to one scope. */
  private record Host(Memory memory, Optional<String> scope, List<String> offered)
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

  /** Ends with the cursor of the next answer; more steps than the memory answers at once. */
  @ParameterizedTest
  @ValueSource(ints = {250, 700, 20_000})
  void a_long_task_is_read_on_from_where_an_answer_ended(int tokens) {
    String task = begun("count");
    for (int i = 0; i < 250; i++) {
      use("log_step", Map.of("task_id", task, "tool", "step-" + i, "result", "x".repeat(i % 50)));
    }
    use("finish_task", Map.of("task_id", task, "outcome", "success"));
    List<String> read = new ArrayList<>();
    String cursor = "";
    do {
      Map<String, Object> get = Map.of("task_id", task, "max_tokens", tokens, "cursor", cursor);
      String answer = use("get", get);
      assertThat(TokenEstimate.of(answer)).isLessThan(tokens + 100L);
      Matcher more = READ_ON.matcher(answer);
      cursor = more.find() ? more.group(1) : "";
      more.replaceFirst("").lines().skip(1).forEach(read::add);
    } while (!cursor.isEmpty());
    assertThat(read).hasSize(252).doesNotHaveDuplicates().endsWith("outcome success");
    for (int i = 0; i < 250; i++) {
      assertThat(read.get(i + 1)).contains("\"step-" + i + "\"");
    }
  }

  @Test
  void an_event_that_is_too_long_is_cut_and_read_past() {
    String task = begun("word ".repeat(500));
    use("log_step", Map.of("task_id", task, "tool", "last"));
    Map<String, Object> get = Map.of("task_id", task, "max_tokens", 150);
    String first = use("get", get);
    assertThat(first).contains("word word").contains("\n(truncated)\n").doesNotContain("last");
    Matcher more = READ_ON.matcher(first);
    assertThat(more.find()).isTrue();
    assertThat(use("get", Map.of("task_id", task, "cursor", more.group(1))))
        .contains("\"last\"")
        .doesNotContain("word", "truncated");
  }

  @Test
  void a_cursor_is_of_the_task_that_it_came_with() {
    assertThatThrownBy(() -> use("get", Map.of("id", "x", "cursor", "y")))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("cursor needs task_id");
    String task = begun("count");
    assertThatThrownBy(() -> use("get", Map.of("task_id", task, "cursor", "y")))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("cursor must be");
  }

  private String begun(String task) {
    return use("begin_task", Map.of("task", task)).substring("task_id: ".length());
  }

  private String procedure(String name, String sensitivity, int failures) {
    String record =
        """
        {"type":"competence","sensitivity":"%s","scope":"project",
         "provenance":{"sources":[{"kind":"event","ref":"r"}]},
         "payload":{"kind":"competence","skill_name":"%s","triggers":[{"signal":"%s"}],
          "recipe":[{"step":"do","tool":"%s"}],
          "performance":{"success_count":0,"failure_count":%s,"success_rate":0}}}
        """;
    return stored(record.formatted(sensitivity, name, name, name, failures));
  }

  private String stored(String record) {
    RecordDraft draft = new RecordCodec().decodeDraft(record);
    return memory.ingestion().record(RecordRequest.of("me", draft)).record().id();
  }

  @Test
  void how_to_tells_the_arguments_of_a_plan_that_do_not_vary() {
    stored(plan("unit", "kg"));
    assertThat(use("how_to", Map.of("task", "ship the parcel")))
        .contains(
            "\n\nArguments that all successful runs had:\nCall weigh: {\"unit\":\"kg\"}\n\nFrom")
        .doesNotContain("{{parcel}}", "get has");
  }

  @Test
  void how_to_leaves_long_arguments_to_get() {
    stored(plan("terms", "word ".repeat(500)));
    assertThat(use("how_to", Map.of("task", "ship the parcel")))
        .contains(": get has the arguments that all successful runs had; tell finish_task")
        .doesNotContain("word word");
  }

  private static String plan(String argument, String value) {
    return """
    {"type":"plan_graph","sensitivity":"low","scope":"project",
     "provenance":{"sources":[{"kind":"event","ref":"r"}]},
     "payload":{"kind":"plan_graph","plan_id":"p","version":"1","intent":"ship the parcel",
      "nodes":[{"id":"a","op":"weigh","params":{"parcel":"{{parcel}}","%s":"%s"}},
               {"id":"b","op":"send","params":{"parcel":"{{parcel}}"}}],
      "edges":[{"from":"a","to":"b","kind":"control"}]}}"""
        .formatted(argument, value);
  }

  /** By itself it is as good as the mean of its level; those that fit the task are much better. */
  @Test
  void how_to_says_that_the_best_stopped_working() {
    procedure("release the shop", "low", 2);
    String better = procedure("release the app", "public", 0);
    assertThat(use("how_to", Map.of("task", "release the shop"))).startsWith("# release the shop");
    for (int run = 0; run < 5; run++) {
      EventRequest event =
          EventRequest.builder().source("me").eventKind("task").ref("r" + run).unscoped().build();
      memory
          .ingestion()
          .outcome(
              OutcomeRequest.builder()
                  .source("me")
                  .targetRecordId(memory.ingestion().event(event).record().id())
                  .status(OutcomeStatus.SUCCESS)
                  .usedRecordIds(List.of(better))
                  .build());
    }
    assertThat(use("how_to", Map.of("task", "release the shop")))
        .startsWith("This skill stopped working: ")
        .contains("# release the shop");
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
    memory.maintenance().consolidate();
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
