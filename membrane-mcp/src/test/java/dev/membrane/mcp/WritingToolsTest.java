package dev.membrane.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EventRequest;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.RecordRequest;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.store.memory.InMemoryStore;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WritingToolsTest extends ToolCalls {

  /** One who may change what they see in one scope. */
  private static final String REVISER =
      "["
          + McpSite.principal(
              "agent",
              READER,
              ", \"max_sensitivity\": \"low\", \"scopes\": [\"s\"],"
                  + " \"permissions\": [\"ingest\", \"retrieve\", \"revise\"]")
          + "]";

  private static final String FACT =
      """
      {"type": "semantic", "sensitivity": "%s", "scope": %s,
       "lifecycle": {"deletion_policy": "%s"},
       "provenance": {"sources": [
           {"kind": "event", "ref": "r", "timestamp": "2026-01-01T00:00:00Z"}]},
       "payload": {"kind": "semantic", "subject": "a", "predicate": "b", "object": "c",
                   "validity": {"mode": "global"}}}""";

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

  @Test
  void a_fact_that_was_withdrawn_is_stored_again_and_that_is_told() {
    String revise =
        "{\"id\": \"%s\", \"action\": \"%s\", \"object\": \"%s\", \"reason\": \"the team\\nsaid so\"}";
    String old = remember("module", "needs", "\"an OWNERS file\"").substring(9);
    use("revise", revise.formatted(old, "retract", "none"));
    String again = remember("module", "needs", "\"an OWNERS file\"");
    assertThat(again)
        .matches(
            "created: (\\S+)\nThe same fact was retracted on \\d{4}-\\d\\d-\\d\\d: \"the team\\\\nsaid"
                + " so\" \\(record "
                + old
                + "\\)\\. If that still stands, call revise to retract this one\\.");
    assertThat(use("recall", "{\"query\": \"OWNERS file\"}")).hasLineCount(1);
    assertThat(remember("module", "needs", "\"an OWNERS file\"")).hasLineCount(1);

    String active = again.substring(9, 9 + old.length());
    String successor = use("revise", revise.formatted(active, "supersede", "a README"));
    assertThat(remember("module", "needs", "\"an OWNERS file\""))
        .contains(
            "\nThe same fact was " + successor + " on ",
            "(record " + active + ")",
            "predicate: \"a README\" in ");
    assertThat(remember("module", "needs", "\"a manual\"")).doesNotContain("The same fact");
  }

  @Test
  void a_withdrawal_in_another_scope_is_not_told() {
    String rights =
        ", \"max_sensitivity\": \"low\", \"scopes\": [\"s\"]," + " \"permissions\": [\"ingest\"%s]";
    String principals =
        "[%s, %s]"
            .formatted(
                McpSite.principal("reader", READER, rights.formatted(", \"retrieve\"")),
                McpSite.principal("writer", OTHER, rights.formatted("")));
    Membrane memory = Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build();
    try (McpSite guarded = new McpSite(memory, principals)) {
      memory.revision().retract(fact(memory, "low", "\"elsewhere\"", "auto_prune"), "secret");
      String same = "{\"subject\": \"a\", \"predicate\": \"b\", \"object\": \"c\"}";
      String first = guarded.use(READER, "remember", same);
      assertThat(first).hasLineCount(1);
      memory.revision().retract(first.substring(9), "outdated");
      String second = guarded.use(OTHER, "remember", same);
      assertThat(second)
          .endsWith(
              "\nThe same fact was withdrawn before (record "
                  + first.substring(9)
                  + "). If that still stands, tell the user.");
      memory.revision().retract(second.substring(9, second.indexOf('\n')), "outdated");
      assertThat(guarded.use(READER, "remember", same))
          .contains("\nThe same fact was retracted on ", ": \"outdated\" (record ")
          .endsWith("). If that still stands, tell the user.");
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

  @Test
  void what_a_forgotten_fact_superseded_is_not_said_to_be_learned_from_it() {
    String old = remember("user", "prefers_editor", "\"vim\"").substring(9);
    String revise =
        "{\"id\": \"%s\", \"action\": \"supersede\", \"object\": \"vi\", \"reason\": \"r\"}";
    String next = use("revise", revise.formatted(old)).replaceFirst("superseded by ", "");
    String forget = "{\"id\": \"%s\", \"reason\": \"wrong\", \"dry_run\": false%s}";
    assertThat(use("forget", forget.formatted(next, ", \"with_learned\": true")))
        .isEqualTo(
            "deleted %s, records: 1, learned from it: 0\n1 naming it, or learned from it and others: %s; this stays"
                .formatted(next, old));
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
    assertThat(site.refusal(null, "revise", change.formatted(id, "retract")))
        .isEqualTo("record " + id + " is retracted; in its place is " + successor);
    assertThat(use("revise", change.formatted(successor, "retract"))).isEqualTo("retracted");
    assertThat(site.refusal(null, "revise", change.formatted(successor, "contest")))
        .isEqualTo("record " + successor + " is retracted");
    assertThat(use("recall", "{\"query\": \"ci runs on\"}"))
        .isEqualTo("Nothing that is remembered matches.");
  }

  @Test
  void a_successor_that_the_caller_does_not_see_is_not_named() {
    Membrane memory = Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build();
    try (McpSite guarded = new McpSite(memory, REVISER)) {
      String id = fact(memory, "low", "\"s\"", "auto_prune");
      String secret = FACT.formatted("high", "\"s\"", "auto_prune");
      memory.revision().supersede(id, new RecordCodec().decodeDraft(secret), "secret reason");
      String retract = "{\"id\": \"%s\", \"action\": \"retract\", \"reason\": \"r\"}";
      assertThat(guarded.refusal(READER, "revise", retract.formatted(id)))
          .isEqualTo("record " + id + " is retracted");
      String same = "{\"subject\": \"a\", \"predicate\": \"b\", \"object\": \"c\"}";
      assertThat(guarded.use(READER, "remember", same))
          .contains("\nThe same fact was retracted on ", " (record " + id + "). If ")
          .doesNotContain("secret");
    }
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
            "; it may have been deleted, as tasks are some days after their end, while what was"
                + " learned from them stays");
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

  @Test
  void the_log_of_what_was_forgotten_can_be_read() {
    String id = remember("user", "lives_in", "\"Ghent\"").substring(9);
    use("forget", "{\"id\": \"%s\", \"reason\": \"asked to\", \"dry_run\": false}".formatted(id));
    String log = "{\"id\": \"%s\", \"include\": [\"audit\"]}";
    assertThat(use("get", log.formatted(id)).lines())
        .startsWith("deleted", "", "Audit log")
        .last()
        .asString()
        .endsWith("delete mcp asked to");
    assertThat(use("get", log.formatted(id))).doesNotContain("Ghent");
    assertThat(site.refusal(null, "get", log.formatted("01a2224a-071c-7015-a4c6-3e25b52242e8")))
        .isEqualTo("record not found");
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

  private static String fact(Memory memory, String level, String scope, String policy) {
    RecordDraft draft = new RecordCodec().decodeDraft(FACT.formatted(level, scope, policy));
    return memory
        .ingestion()
        .record(RecordRequest.builder().source("agent").record(draft).unscoped().build())
        .record()
        .id();
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
  void used_records_that_do_not_count_are_named() {
    Membrane memory = Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build();
    try (McpSite guarded = new McpSite(memory, REVISER)) {
      String used = fact(memory, "low", "\"s\"", "auto_prune");
      String hidden = fact(memory, "low", "\"elsewhere\"", "auto_prune");
      String retracted = fact(memory, "low", "\"s\"", "auto_prune");
      memory.revision().retract(retracted, "wrong");
      String unknown = "01A2224A-071C-7015-A4C6-3E25B52242E8";
      List<String> named =
          List.of(used, "junk", used.substring(0, 8), hidden, retracted, unknown, "junk");
      assertThat(finish(guarded, named))
          .startsWith("finished: success; not counted: ")
          .contains("junk, " + used.substring(0, 8), hidden, retracted, unknown)
          .doesNotContain(used, "junk, junk");
      assertThat(finish(guarded, List.of(used))).isEqualTo("finished: success");
      List<String> many = IntStream.range(0, 500).mapToObj(i -> "x".repeat(200) + i).toList();
      assertThat(finish(guarded, many)).contains(", ...").hasSizeLessThan(1_500);
    }
  }

  private static String finish(McpSite site, List<String> used) {
    String begun = site.use(READER, "begin_task", "{\"task\": \"refund an order\"}");
    return site.use(
        READER,
        "finish_task",
        "{\"task_id\": \"%s\", \"outcome\": \"success\", \"used_record_ids\": [\"%s\"]}"
            .formatted(begun.replaceFirst("^task_id: ", ""), String.join("\", \"", used)));
  }

  @Test
  void who_saves_a_state_that_is_done_is_told_that_it_goes() {
    String save = "{\"thread_id\": \"t\", \"summary\": \"all green\", \"state\": \"%s\"}";
    assertThat(use("save_state", save.formatted("waiting"))).isEqualTo("saved for thread t");
    assertThat(use("save_state", save.formatted("done")))
        .isEqualTo("saved for thread t; as it is done, it is soon deleted: remember what lasts");
  }

  @Test
  void a_fact_says_something() {
    String fact = "{\"subject\": \"a\", \"predicate\": \"b\", \"object\": null}";
    assertThat(site.refusal(null, "remember", fact)).isEqualTo("object is required");
    String id = remember("a", "b", "false").substring(9);
    String change =
        "{\"id\": \"%s\", \"action\": \"supersede\", \"object\": null, \"reason\": \"r\"}";
    assertThat(site.refusal(null, "revise", change.formatted(id))).isEqualTo("object is required");
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
}
