package dev.membrane.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.RecordRequest;
import dev.membrane.TokenEstimate;
import dev.membrane.WorkingStateRequest;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.store.memory.InMemoryStore;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolsTest {

  private static final String READER = "a-key-of-a-reader-of-memory";
  private static final String OTHER = "a-key-of-another-reader";

  private final McpSite site =
      new McpSite(Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build(), "");

  @AfterEach
  void close() {
    site.close();
  }

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
  void what_is_known_is_reinforced_and_what_says_otherwise_is_named() {
    String first = remember("user", "prefers_editor", "\"vim\"").replaceFirst("^created: ", "");

    assertThat(remember("user", "prefers_editor", "\"vim\""))
        .isEqualTo("already known, reinforced: " + first);
    assertThat(remember("user", "prefers_editor", "\"emacs\""))
        .startsWith("created: ")
        .contains("Other active facts of this subject and predicate: \"vim\" in " + first);
  }

  @Test
  void who_follows_the_advice_has_one_fact() {
    String old = remember("user", "prefers_editor", "\"vim\"").replaceFirst("^created: ", "");
    assertThat(remember("user", "prefers_editor", "\"emacs\""))
        .endsWith(old + ". If one of them no longer holds, call revise to retract it.");
    use(
        "revise",
        "{\"id\": \"%s\", \"action\": \"retract\", \"reason\": \"changed\"}".formatted(old));

    assertThat(use("recall", "{\"query\": \"which editor?\"}"))
        .hasLineCount(1)
        .endsWith("user prefers_editor emacs");
  }

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
    assertThat(use("recall", query.formatted("unknown")))
        .isEqualTo("Nothing that is remembered matches.");
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
  void a_task_that_is_not_open_takes_no_step() {
    String task = begin("deploy");
    finish(task, "failure");

    String step = "{\"task_id\": \"%s\", \"tool\": \"a\"}";
    assertThat(site.refusal(null, "log_step", step.formatted(task)))
        .isEqualTo("task " + task + " is finished; begin_task begins another");
    assertThat(site.refusal(null, "log_step", step.formatted("nonsense")))
        .isEqualTo("there is no task nonsense; begin_task gives out a task_id");
  }

  @Test
  void a_task_that_is_finished_twice_has_one_outcome() {
    String task = begin("deploy");
    log(task, "push");
    assertThat(finish(task, "success")).isEqualTo("finished: success");
    assertThat(finish(task, "success")).isEqualTo("finished before: success");
    assertThat(
            site.refusal(
                null,
                "finish_task",
                "{\"task_id\": \"%s\", \"outcome\": \"failure\"}".formatted(task)))
        .isEqualTo("task " + task + " is finished; begin_task begins another");
    assertThat(use("get", "{\"task_id\": \"%s\"}".formatted(task))).contains("outcome success");
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
              "thread t is saved in several scopes: acme, globex; this is no argument: --scope of"
                  + " membraned mcp or the header Membrane-Scope names it");
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
  void what_was_learned_from_a_forgotten_task_is_named_and_can_go_with_it() {
    String first = learned();
    String forget = "{\"task_id\": \"%s\", \"reason\": \"asked to\"%s}";
    assertThat(use("forget", forget.formatted(first, ""))).contains("learned from it", "stays");
    assertThat(use("forget", forget.formatted(first, ", \"dry_run\": false")))
        .startsWith("deleted " + first + ", records: 1\n")
        .contains("learned from it", "stays");
    String second = learned();
    String gone = ", \"dry_run\": false, \"with_learned\": true";
    assertThat(use("forget", forget.formatted(second, gone)))
        .startsWith("deleted " + second + ", records: 1, learned from it: ");
    assertThat(site.refusal(null, "get", "{\"task_id\": \"%s\"}".formatted(second)))
        .startsWith("there is no task");
  }

  private String learned() {
    String task = "";
    for (int run = 0; run < 2; run++) {
      task = begin("find a divorce lawyer");
      log(task, "search");
      log(task, "call");
      log(task, "note");
      finish(task, "success");
    }
    site.membrane().maintenance().consolidate();
    return task;
  }

  @Test
  void a_successor_keeps_the_tags() {
    String id =
        use(
                "remember",
                """
                {"subject": "Hanna", "predicate": "allergic_to", "object": "nuts",
                 "tags": ["allergy"]}""")
            .substring(9);
    String change =
        "{\"id\": \"%s\", \"action\": \"supersede\", \"object\": \"%s\", \"reason\": \"r\"}";
    use("revise", change.formatted(id, "cashews"));
    assertThat(use("recall", "{\"query\": \"Hanna\", \"tags\": [\"allergy\"]}"))
        .hasLineCount(1)
        .contains("cashews");
  }

  @Test
  void who_may_not_revise_is_not_told_to() {
    String rights =
        ", \"max_sensitivity\": \"low\", \"scopes\": [\"a\"], \"permissions\": [\"ingest\"]";
    String principals = "[" + McpSite.principal("writer", READER, rights) + "]";
    Membrane memory = Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build();
    try (McpSite guarded = new McpSite(memory, principals)) {
      String fact = "{\"subject\": \"a\", \"predicate\": \"b\", \"object\": \"%s\"}";
      guarded.use(READER, "remember", fact.formatted("c"));
      assertThat(guarded.use(READER, "remember", fact.formatted("d")))
          .doesNotContain("revise")
          .endsWith(". If one of them no longer holds, tell the user.");
    }
  }

  @Test
  void a_record_or_a_task_may_be_named() {
    assertThat(site.refusal(null, "get", "{}")).isEqualTo("id or task_id is required");
    assertThat(site.refusal(null, "forget", "{\"reason\": \"r\"}"))
        .isEqualTo("id or task_id is required");
  }

  @Test
  void a_fact_is_superseded_contested_and_retracted() {
    String id = remember("ci", "runs_on", "\"jenkins\"").substring(9);
    String successor =
        use(
                "revise",
                """
                {"id": "%s", "action": "supersede", "object": "actions", "reason": "it moved"}"""
                    .formatted(id))
            .replaceFirst("^superseded by ", "");
    assertThat(use("recall", "{\"query\": \"ci runs on\"}"))
        .contains(successor)
        .contains("actions")
        .doesNotContain("jenkins");
    String change = "{\"id\": \"%s\", \"action\": \"%s\", \"reason\": \"somebody said so\"}";
    assertThat(use("revise", change.formatted(successor, "contest"))).isEqualTo("contested");
    assertThat(use("revise", change.formatted(successor, "retract"))).isEqualTo("retracted");
    assertThat(use("recall", "{\"query\": \"ci runs on\"}"))
        .isEqualTo("Nothing that is remembered matches.");
  }

  @Test
  void a_task_is_read_and_forgotten_as_a_whole() {
    String task = begin("deploy the billing\\nservice");
    log(task, "run_tests");
    String get = "{\"task_id\": \"%s\"}".formatted(task);
    assertThat(use("get", get).lines()).hasSize(3).first().isEqualTo("task " + task);
    assertThat(use("get", get)).contains("deploy the billing\\nservice", "run_tests");
    assertThat(site.refusal(null, "get", "{\"task_id\": \"a\", \"id\": \"b\"}"))
        .isEqualTo("give id or task_id, not both");
    String forget = "{\"task_id\": \"%s\", \"reason\": \"asked to\"%s}";
    assertThat(use("forget", forget.formatted(task, "")))
        .contains("Nothing is deleted yet", "run_tests");
    assertThat(use("forget", forget.formatted(task, ", \"dry_run\": false")))
        .isEqualTo("deleted " + task + ", records: 1");
    String gone = "there is no task " + task + ";";
    assertThat(site.refusal(null, "get", get)).startsWith(gone);
    assertThat(site.refusal(null, "forget", forget.formatted(task, ""))).startsWith(gone);
    assertThat(site.refusal(null, "forget", forget.formatted(task, ", \"dry_run\": false")))
        .startsWith(gone)
        .endsWith(
            "; it may have been deleted: tasks are kept for 7 days unless the server sets otherwise");
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
                  + " argument: --scope of membraned mcp or the header Membrane-Scope names it");
    }
  }

  @Test
  void nothing_is_forgotten_without_being_asked_twice() {
    String id = remember("user", "lives_in", "\"Ghent\"").substring(9);
    String forget = "{\"id\": \"%s\", \"reason\": \"asked to\"%s}";
    assertThat(use("forget", forget.formatted(id, ""))).contains("Nothing is deleted yet");
    assertThat(use("get", "{\"id\": \"%s\"}".formatted(id))).contains("Ghent");
    assertThat(use("forget", forget.formatted(id, ", \"dry_run\": false")))
        .isEqualTo("deleted " + id);
    assertThat(site.refusal(null, "get", "{\"id\": \"%s\"}".formatted(id))).contains("not found");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void what_cannot_be_forgotten_is_not_shown_as_if_it_could(boolean isDryRun) {
    String rights = ", \"max_sensitivity\": \"low\", \"permissions\": [\"retrieve\", \"revise\"]%s";
    String scoped = McpSite.principal("a", READER, rights.formatted(", \"scopes\": [\"project\"]"));
    String unscoped = McpSite.principal("b", OTHER, rights.formatted(""));
    Membrane memory = Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build();
    try (McpSite guarded = new McpSite(memory, "[" + scoped + ", " + unscoped + "]")) {
      String above = fact(memory, "medium", "\"project\"", "auto_prune");
      assertThat(refusedToForget(guarded, READER, isDryRun, "id", above))
          .isEqualTo("access denied by trust context");
      String everybodys = fact(memory, "low", "null", "auto_prune");
      assertThat(refusedToForget(guarded, READER, isDryRun, "id", everybodys))
          .isEqualTo("writing unscoped records needs the permission admin");
      String kept = fact(memory, "low", "\"project\"", "never");
      assertThat(refusedToForget(guarded, READER, isDryRun, "id", kept))
          .isEqualTo(
              "record %s has the deletion_policy never; an admin may delete it with override_policy",
              kept);

      memory
          .ingestion()
          .event(
              EventRequest.builder()
                  .source("agent")
                  .eventKind("begun")
                  .ref("1")
                  .episode("task")
                  .unscoped()
                  .sensitivity(Sensitivity.LOW)
                  .build());
      assertThat(refusedToForget(guarded, OTHER, isDryRun, "task_id", "task"))
          .isEqualTo("writing unscoped records needs the permission admin");
    }
  }

  private static String refusedToForget(
      McpSite site, String key, boolean isDryRun, String what, String id) {
    String arguments = "{\"dry_run\": %b, \"reason\": \"r\", \"%s\": \"%s\"}";
    return site.refusal(key, "forget", arguments.formatted(isDryRun, what, id));
  }

  private static String fact(Membrane memory, String level, String scope, String policy) {
    String json =
        """
        {"type": "semantic", "sensitivity": "%s", "scope": %s,
         "lifecycle": {"deletion_policy": "%s"},
         "provenance": {"sources": [
             {"kind": "event", "ref": "r", "timestamp": "2026-01-01T00:00:00Z"}]},
         "payload": {"kind": "semantic", "subject": "a", "predicate": "b", "object": "c",
                     "validity": {"mode": "global"}}}"""
            .formatted(level, scope, policy);
    RecordDraft draft = new RecordCodec().decodeDraft(json);
    return memory
        .ingestion()
        .record(RecordRequest.builder().source("agent").record(draft).unscoped().build())
        .record()
        .id();
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

  @Test
  void a_task_of_a_key_that_may_not_count_uses_ends_all_the_same() {
    String principals =
        "["
            + McpSite.principal(
                "agent",
                READER,
                ", \"max_sensitivity\": \"low\", \"scopes\": [\"s\"],"
                    + " \"permissions\": [\"ingest\", \"retrieve\"]")
            + "]";
    try (McpSite guarded =
        new McpSite(
            Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build(),
            principals)) {
      String task =
          guarded
              .use(READER, "begin_task", "{\"task\": \"refund an order\"}")
              .replaceFirst("^task_id: ", "");
      String finish =
          "{\"task_id\": \"%s\", \"outcome\": \"failure\", \"used_record_ids\": [\"%s\"]}"
              .formatted(task, "01a2224a-071c-7015-a4c6-3e25b52242e8");
      assertThat(guarded.use(READER, "finish_task", finish))
          .isEqualTo(
              "finished: failure; used_record_ids were not counted: naming used records needs the"
                  + " permission revise");
      assertThat(guarded.use(READER, "get", "{\"task_id\": \"%s\"}".formatted(task)))
          .contains("failure");
    }
  }

  @Test
  void a_step_tells_what_its_tool_declares() {
    String step = "{\"task_id\": \"%s\", \"tool\": \"get_order\", \"effect\": \"%s\"}";
    String task = begin("refund an order");
    use("log_step", step.formatted(task, "read"));

    assertThat(use("get", "{\"task_id\": \"%s\"}".formatted(task))).contains("\"effect\":\"read\"");
    assertThat(site.refusal(null, "log_step", step.formatted(task, "delete")))
        .contains("effect", "read, write");
  }

  private String use(String tool, String arguments) {
    return site.use(null, tool, arguments);
  }

  private String remember(String subject, String predicate, String object) {
    return use(
        "remember",
        "{\"subject\": \"%s\", \"predicate\": \"%s\", \"object\": %s}"
            .formatted(subject, predicate, object));
  }

  private String begin(String task) {
    return use("begin_task", "{\"task\": \"%s\"}".formatted(task)).replaceFirst("^task_id: ", "");
  }

  private void log(String task, String tool) {
    use(
        "log_step",
        "{\"task_id\": \"%s\", \"tool\": \"%s\", \"args\": {}, \"result\": \"ok\"}"
            .formatted(task, tool));
  }

  private String finish(String task, String outcome) {
    return use(
        "finish_task", "{\"task_id\": \"%s\", \"outcome\": \"%s\"}".formatted(task, outcome));
  }
}
