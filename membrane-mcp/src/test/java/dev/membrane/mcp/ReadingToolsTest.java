package dev.membrane.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.WorkingStateRequest;
import dev.membrane.schema.TaskState;
import dev.membrane.store.memory.InMemoryStore;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadingToolsTest extends ToolCalls {

  @Test
  void a_fact_is_remembered_recalled_with_its_whole_id_and_read() {
    String created = remember("user", "prefers_editor", "\"vim\"");
    String id = created.replaceFirst("^created: ", "");

    assertThat(use("recall", "{\"query\": \"which editor?\"}"))
        .startsWith("[" + id + "] ")
        .endsWith("user prefers_editor vim");
    String read =
        use("get", "{\"id\": \"%s\", \"include\": [\"reasons\", \"audit\"]}".formatted(id));
    assertThat(read).contains("\"object\":\"vim\"").contains("Reasons").contains("by mcp");
    assertThat(read).contains("Audit log").contains(" create ");
  }

  @Test
  void a_number_keeps_every_digit() {
    String id = remember("disk", "bytes", "12345678901234567890.10").substring(9);
    assertThat(use("get", "{\"id\": \"%s\"}".formatted(id))).contains("12345678901234567890.10");
  }

  @Test
  void what_does_not_match_is_not_recalled() {
    remember("user", "prefers_editor", "\"vim\"");
    assertThat(use("recall", "{\"query\": \"submarine\"}"))
        .isEqualTo("Nothing that is remembered matches.");
    assertThat(use("how_to", "{\"task\": \"deploy the service\"}"))
        .isEqualTo("Nothing reliable is known about such tasks.");
  }

  @Test
  void a_task_is_recalled_alone() {
    String task = begin("deploy the billing service");
    String other = begin("deploy the billing service");
    String query = "{\"query\": \"billing\", \"task_id\": \"%s\"}";
    assertThat(use("recall", "{\"query\": \"billing\"}")).hasLineCount(2);
    String recalled = use("recall", query.formatted(task));
    assertThat(recalled).hasLineCount(1);
    assertThat(use("recall", query.formatted(other))).hasLineCount(1).isNotEqualTo(recalled);
    assertThat(use("recall", "{\"query\": \"submarine\", \"task_id\": \"%s\"}".formatted(task)))
        .isEqualTo("Nothing that is remembered matches.");
    assertThat(site.refusal(null, "recall", query.formatted("unknown")))
        .startsWith("there is no task unknown; it may have been deleted, ");
  }

  @Test
  void procedures_are_learned_from_tasks_that_were_told() {
    List<String> used = new ArrayList<>();
    for (int run = 0; run < 3; run++) {
      String task = begin("deploy the billing service");
      log(task, "run_tests");
      log(task, "push_image");
      log(task, "rollout");
      assertThat(finish(task, "success")).isEqualTo("finished: success");
      used.add(task);
    }
    site.membrane().maintenance().consolidate();

    assertThat(used).doesNotHaveDuplicates();
    assertThat(use("how_to", "{\"task\": \"deploy the billing service\"}"))
        .startsWith("# ")
        .contains(
            "Worked 3 of 3 times",
            "1. Call run_tests",
            "2. Call push_image",
            "3. Call rollout",
            "From record ");
  }

  @Test
  void what_was_learned_is_listed_read_and_proposed_as_a_skill() throws Exception {
    for (int run = 0; run < 3; run++) {
      String task = begin("deploy the billing service");
      log(task, "run_tests");
      log(task, "rollout");
      finish(task, "success");
    }
    site.membrane().maintenance().consolidate();

    JsonNode listed = site.ask(null, "resources/list", "{}").at("/result/resources/0");
    String uri = listed.path("uri").asText();
    String name = listed.path("name").asText();
    assertThat(uri).isEqualTo("skill://" + name + "/SKILL.md");
    String params = "{\"uri\": \"" + uri + "\"}";
    String text = site.ask(null, "resources/read", params).at("/result/contents/0/text").asText();
    assertThat(text).startsWith("---\nname: ").contains(name, "run_tests", "3 of 3");

    JsonNode entry = site.ask(null, "skills/list", "{}").at("/result/skills/0");
    assertThat(entry.at("/frontmatter/name").asText()).isEqualTo(name);
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    assertThat(entry.at("/resources/0/digest").asText())
        .isEqualTo("sha256:" + HexFormat.of().formatHex(digest));
    assertThat(site.ask(null, "skills/get", params).at("/result/skill")).isEqualTo(entry);
    String typed =
        """
        {"ref": {"type": "ref/resource", "uri": "skill://{name}/SKILL.md"},
         "argument": {"name": "name", "value": "%s"}}"""
            .formatted(name.substring(0, 4));
    assertThat(
            site.ask(null, "completion/complete", typed).at("/result/completion/values/0").asText())
        .isEqualTo(name);
  }

  @Test
  void a_state_is_loaded_as_it_was_saved_last() {
    String save = "{\"thread_id\": \"t\", \"summary\": \"%s\", \"next_actions\": [\"test\"]}";
    assertThat(use("load_state", "{\"thread_id\": \"t\"}"))
        .isEqualTo("No state is saved for this thread.");
    use("save_state", save.formatted("half done"));
    assertThat(use("save_state", save.formatted("nearly done"))).isEqualTo("saved for thread t");
    assertThat(use("load_state", "{\"thread_id\": \"t\"}"))
        .contains("nearly done")
        .contains("\"next_actions\":[\"test\"]")
        .doesNotContain("half done");
  }

  @Test
  void a_thread_of_several_scopes_is_not_guessed() {
    String rights =
        ", \"max_sensitivity\": \"low\", \"scopes\": [%s],"
            + " \"permissions\": [\"ingest\", \"retrieve\"]";
    String principals =
        "[%s, %s]"
            .formatted(
                McpSite.principal("two", READER, rights.formatted("\"acme\", \"globex\"")),
                McpSite.principal("one", OTHER, rights.formatted("\"acme\"")));
    Membrane memory = Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build();
    try (McpSite guarded = new McpSite(memory, principals)) {
      String load = "{\"thread_id\": \"t\"}";
      guarded.use(OTHER, "save_state", "{\"thread_id\": \"t\", \"summary\": \"ours\"}");
      assertThat(guarded.use(READER, "load_state", load)).contains("ours");
      memory
          .ingestion()
          .workingState(
              WorkingStateRequest.builder()
                  .source("host")
                  .threadId("t")
                  .state(TaskState.EXECUTING)
                  .contextSummary("theirs")
                  .options(IngestOptions.NONE.scope("globex"))
                  .build());
      assertThat(guarded.use(OTHER, "load_state", load)).contains("ours");
      assertThat(guarded.refusal(READER, "load_state", load))
          .isEqualTo(
              "thread t is saved in several scopes: acme, globex; this is no argument: tell the user"
                  + " that --scope of membraned mcp or the header Membrane-Scope names it");
    }
  }

  @Test
  void attempts_that_failed_are_told_where_no_procedure_is_known() {
    for (int run = 0; run < 4; run++) {
      String task = begin("load the customers into the database");
      use(
          "log_step",
          """
          {"task_id": "%s", "tool": "load_db", "result": {"error": "unsupported:\\nlocks"}}"""
              .formatted(task));
      finish(task, "failure");
    }
    finish(begin("paint the database of customers"), "success");
    String failed = use("how_to", "{\"task\": \"load customers into the database\"}");
    assertThat(failed)
        .startsWith(
            "Nothing reliable is known about such tasks. 4 attempts failed; the last calls were:\n"
                + "load_db: unsupported: locks (")
        .hasLineCount(4);
    assertThat(use("how_to", "{\"task\": \"drop some other database\"}"))
        .isEqualTo("Nothing reliable is known about such tasks.");
  }

  @Test
  void runs_that_succeeded_are_told_where_no_procedure_is_known() {
    String howTo = "{\"task\": \"release the billing service\"}";
    for (int run = 0; run < 4; run++) {
      String task = begin("release the billing service");
      log(task, "run_tests");
      log(task, "push_image");
      if (run > 0) {
        finish(task, "success");
      }
    }
    finish(begin("release the billing service"), "success");
    assertThat(use("how_to", howTo))
        .startsWith(
            "Nothing reliable is known about such tasks. 3 attempts succeeded; the calls were:\n"
                + "run_tests, push_image (")
        .hasLineCount(4);
    String failed = begin("release the billing service");
    log(failed, "deploy");
    finish(failed, "failure");
    assertThat(use("how_to", howTo))
        .containsSubsequence("1 attempt failed; ", "\ndeploy: ok (", "\n3 attempts succeeded; ");
    assertThat(use("how_to", "{\"task\": \"paint some other house\"}"))
        .isEqualTo("Nothing reliable is known about such tasks.");
    site.membrane().maintenance().consolidate();
    assertThat(use("how_to", howTo)).contains("Worked 3 of 3 times").doesNotContain("attempt");
  }

  @Test
  void arguments_that_all_successful_runs_had_are_told_where_they_are_short() {
    for (int run = 0; run < 3; run++) {
      String task = begin("check the change " + run);
      step(task, "bash", "{\"command\": \"bazel test //...\", \"seconds\": 30}");
      step(task, "git_commit", "{\"message\": \"change x" + run + "\"}");
      finish(task, "success");
    }
    site.membrane().maintenance().consolidate();
    String told = use("how_to", "{\"task\": \"check the change\"}");
    assertThat(told)
        .contains(
            "\n\nArguments that all successful runs had:\n"
                + "1. Call bash: {\"command\":\"bazel test //...\",\"seconds\":30}\n\nFrom record ")
        .doesNotContain("get has");
  }

  private void step(String task, String tool, String args) {
    use(
        "log_step",
        "{\"task_id\": \"%s\", \"tool\": \"%s\", \"args\": %s}".formatted(task, tool, args));
  }
}
