package dev.membrane.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EventRequest;
import dev.membrane.Listing.EpisodeSummary;
import dev.membrane.Membrane;
import dev.membrane.PageRequest;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.store.memory.InMemoryStore;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tasks of other scopes than the one that a host names: none is torn, and each is found. */
class TaskScopesTest {

  private static final String OPERATOR = "a-key-of-an-operator-of-all";
  private static final String READER = "a-key-of-a-reader-of-memory";
  private static final String AGENT = "a-key-of-an-agent-of-two";
  private static final String ADVICE =
      "; this is no argument: tell the user that --scope of membraned mcp or the header"
          + " Membrane-Scope names it";

  private final McpSite site =
      new McpSite(
          Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build(),
          "[%s, %s, %s]"
              .formatted(
                  all("operator", OPERATOR, ""),
                  all("reader", READER, ", \"scopes\": [\"other\"]"),
                  all("agent", AGENT, ", \"scopes\": [\"project\", \"other\"]")));

  private static String all(String name, String key, String scopes) {
    String rights =
        ", \"max_sensitivity\": \"hyper\","
            + " \"permissions\": [\"ingest\", \"retrieve\", \"revise\", \"admin\"]";
    return McpSite.principal(name, key, rights + scopes);
  }

  @AfterEach
  void close() {
    site.close();
  }

  private String begin(String scope) {
    return site.answerIn(scope, OPERATOR, "begin_task", "{\"task\": \"deploy\"}")
        .replaceFirst("^task_id: ", "");
  }

  private void beginUnscoped(String task) {
    site.membrane()
        .ingestion()
        .event(
            EventRequest.builder()
                .source("agent")
                .eventKind("begun")
                .ref("1")
                .episode(task)
                .unscoped()
                .build());
  }

  private static String of(String task) {
    return "{\"task_id\": \"%s\"}".formatted(task);
  }

  private static String step(String task) {
    return "{\"task_id\": \"%s\", \"tool\": \"push\", \"args\": {\"x\": \"secret\"}}"
        .formatted(task);
  }

  private static String forget(String task, boolean isDryRun) {
    return "{\"task_id\": \"%s\", \"reason\": \"asked to\", \"dry_run\": %b}"
        .formatted(task, isDryRun);
  }

  private List<EpisodeSummary> episodes(String task) {
    return site.membrane().listing().episodes(task, PageRequest.FIRST).items();
  }

  @Test
  void a_step_goes_to_the_scope_of_its_task() {
    String task = begin("project");
    assertThat(site.use(OPERATOR, "log_step", step(task))).isEqualTo("logged");
    assertThat(site.use(AGENT, "log_step", step(task))).isEqualTo("logged");
    assertThat(episodes(task))
        .singleElement()
        .satisfies(it -> assertThat(it.scope()).isEqualTo("project"))
        .satisfies(it -> assertThat(it.toolCalls()).isEqualTo(2));
    assertThat(site.use(READER, "recall", "{\"query\": \"secret push\"}"))
        .isEqualTo("Nothing that is remembered matches.");

    String finish = "{\"task_id\": \"%s\", \"outcome\": \"success\"}".formatted(task);
    assertThat(site.use(OPERATOR, "finish_task", finish)).isEqualTo("finished: success");
    assertThat(episodes(task))
        .singleElement()
        .satisfies(it -> assertThat(it.outcome()).isEqualTo(OutcomeStatus.SUCCESS));
  }

  @Test
  void what_is_told_in_a_scope_does_not_go_to_everybody() {
    beginUnscoped("run-1");
    String refused =
        "task run-1 has no scope, so everybody could read this step; begin_task begins one that"
            + " has";
    assertThat(site.answerIn("project", OPERATOR, "log_step", step("run-1"))).isEqualTo(refused);
    assertThat(site.refusal(AGENT, "log_step", step("run-1"))).isEqualTo(refused);
    assertThat(episodes("run-1"))
        .singleElement()
        .satisfies(it -> assertThat(it.events()).isEqualTo(1));
    assertThat(site.use(OPERATOR, "log_step", step("run-1"))).isEqualTo("logged");
  }

  @Test
  void a_task_of_any_scope_of_the_caller_is_read_and_forgotten() {
    String task = begin("project");
    site.use(OPERATOR, "log_step", step(task));
    for (String key : List.of(OPERATOR, AGENT)) {
      assertThat(
              site.use(key, "recall", "{\"query\": \"push\", \"task_id\": \"%s\"}".formatted(task)))
          .contains("push");
      assertThat(site.use(key, "get", of(task))).contains("deploy", "push");
      assertThat(site.use(key, "forget", forget(task, true))).contains("deploy", "push");
    }
    assertThat(site.use(AGENT, "forget", forget(task, false)))
        .isEqualTo("deleted " + task + ", records: 1");
    assertThat(episodes(task)).isEmpty();
  }

  @Test
  void what_has_no_scope_is_read_and_forgotten_from_within_one() {
    beginUnscoped("run-1");
    assertThat(site.answerIn("project", OPERATOR, "get", of("run-1"))).startsWith("task run-1\n{");
    assertThat(site.answerIn("project", OPERATOR, "forget", forget("run-1", false)))
        .isEqualTo("deleted run-1, records: 1");
  }

  @Test
  void a_task_outside_of_the_scope_of_the_host_is_not_said_to_be_nowhere() {
    String task = begin("project");
    String none =
        "there is no task %s in scope other, which --scope of membraned mcp or the header"
            + " Membrane-Scope names";
    for (String tool : List.of("get", "forget", "log_step", "finish_task")) {
      String arguments =
          "{\"task_id\": \"%s\"%s}"
              .formatted(
                  task,
                  switch (tool) {
                    case "forget" -> ", \"reason\": \"asked to\"";
                    case "log_step" -> ", \"tool\": \"push\"";
                    case "finish_task" -> ", \"outcome\": \"success\"";
                    default -> "";
                  });
      assertThat(site.answerIn("other", OPERATOR, tool, arguments))
          .as(tool)
          .startsWith(none.formatted(task) + ";");
    }
  }

  @Test
  void what_has_ended_is_not_taken_for_a_task_of_the_same_name_without_a_scope() {
    String task = begin("project");
    beginUnscoped(task);
    String finish = "{\"task_id\": \"%s\", \"outcome\": \"success\"}".formatted(task);
    assertThat(site.answerIn("project", OPERATOR, "finish_task", finish))
        .isEqualTo("finished: success");
    assertThat(site.answerIn("project", OPERATOR, "finish_task", finish))
        .isEqualTo("finished before: success");
    assertThat(site.answerIn("project", OPERATOR, "log_step", step(task)))
        .startsWith("task " + task + " is finished");
    assertThat(episodes(task))
        .filteredOn(it -> it.scope() == null)
        .singleElement()
        .satisfies(it -> assertThat(it.outcome()).isNull());
  }

  @Test
  void of_tasks_of_one_name_in_several_scopes_the_host_chooses_one() {
    for (String scope : List.of("project", "other")) {
      site.membrane()
          .ingestion()
          .event(
              EventRequest.builder()
                  .source("agent")
                  .eventKind("begun")
                  .ref("1")
                  .summary("in " + scope)
                  .episode("run-1")
                  .scope(scope)
                  .build());
    }
    beginUnscoped("run-1");
    String several = "task run-1 is in several scopes: none, other, project" + ADVICE;
    assertThat(site.refusal(OPERATOR, "get", of("run-1"))).isEqualTo(several);
    assertThat(site.refusal(OPERATOR, "log_step", step("run-1"))).isEqualTo(several);
    assertThat(site.refusal(AGENT, "forget", forget("run-1", false))).isEqualTo(several);
    assertThat(site.answerIn("project", OPERATOR, "get", of("run-1")))
        .contains("in project")
        .doesNotContain("in other");
    assertThat(site.answerIn("project", OPERATOR, "log_step", step("run-1"))).isEqualTo("logged");
    assertThat(site.use(READER, "get", of("run-1"))).contains("in other");
    assertThat(episodes("run-1"))
        .filteredOn(it -> it.toolCalls() > 0)
        .extracting(EpisodeSummary::scope)
        .containsExactly("project");
  }
}
