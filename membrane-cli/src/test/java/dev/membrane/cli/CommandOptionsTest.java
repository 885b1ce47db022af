package dev.membrane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the options of commands ask the memory for. */
class CommandOptionsTest {

  private static final String FACT =
      """
      {"record": {"type": "semantic", "sensitivity": "low",
        "lifecycle": {"decay": {"curve": "exponential", "half_life_seconds": 3600},
          "last_reinforced_at": "2026-01-01T00:00:00Z", "deletion_policy": "%s"},
        "provenance": {"sources": [{"kind": "event", "ref": "r"}]},
        "payload": {"kind": "semantic", "subject": "harbour", "predicate": "is_open",
          "object": "%s",
          "validity": {"mode": "%s"%s}}}}
      """;

  @TempDir Path folder;

  private final Shell shell = new Shell();

  @BeforeEach
  void nobody_serves() {
    shell.with("db_path", folder.resolve("m.db").toString()).with("http_addr", "127.0.0.1:0");
  }

  private String keep(String policy, String object, String mode, String more) {
    try (CallableMemory memory = MemoryFinder.find(shell, true)) {
      return memory
          .call("IngestRecord", JsonText.typed("fact", FACT.formatted(policy, object, mode, more)))
          .at("/record/id")
          .asText();
    }
  }

  @Test
  void a_stage_is_shown_what_it_has_missed() {
    shell.with("consolidation_stages", "semantic");
    for (String scope : List.of("home", "office")) {
      try (CallableMemory memory = MemoryFinder.find(shell, true)) {
        ObjectNode event = JsonText.object().put("source", "ann").put("event_kind", "said");
        event.put("ref", "1").put("summary", "tea is hot").put("scope", scope);
        String id = memory.call("IngestEvent", event).at("/record/id").asText();
        ObjectNode outcome = JsonText.object().put("source", "ann").put("target_record_id", id);
        memory.call("IngestOutcome", outcome.put("outcome_status", "success"));
      }
    }
    assertThat(shell.json("consolidate").has("queued_again")).isFalse();
    shell.with("consolidation_stages", "semantic,competence");

    assertThat(queuedAgain("--again", "semantic")).isZero();
    assertThat(queuedAgain("--again", "competence", "--scope", "home")).isEqualTo(1);
    assertThat(queuedAgain("--again=competence")).isEqualTo(1);
    assertThat(queuedAgain("--again=competence")).isZero();
    assertThat(shell.refusal("consolidate", "--again", "weaving"))
        .isEqualTo("--again: must be one of: semantic, competence");
    assertThat(shell.refusal("consolidate", "--scope", "home"))
        .isEqualTo("--scope: may only be set with again");
  }

  private long queuedAgain(String... options) {
    List<String> words = new ArrayList<>(List.of("consolidate"));
    words.addAll(List.of(options));
    JsonNode counts = shell.json(words.toArray(String[]::new));
    assertThat(counts.path("unreadable").asLong(-1)).isZero();
    return counts.path("queued_again").asLong(-1);
  }

  @Test
  void letters_and_emoji_that_are_joined_or_new_are_shown_as_they_were_written() {
    String joined =
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \ud83d\udc69\u200d\ud83d\udcbb";
    String newer = "\ud83e\udee0 \ud83e\udeea";
    shell.run("remember", "ann", "writes", joined);
    shell.run("remember", "bob", "writes", newer + "\udb40\udc41");

    shell.onTerminal();
    assertThat(shell.run("recall", "what does ann write?")).contains(joined);
    assertThat(shell.run("recall", "what does bob write?"))
        .contains(newer)
        .doesNotContain("\udb40");
  }

  @Test
  void records_come_in_the_shape_and_the_number_of_tokens_that_are_asked_for() {
    shell.run("remember", "ann", "drives", "a Volvo\u001b[2J");
    shell.run("remember", "ann", "drives", "a tractor");
    String question = "what does ann drive?";

    assertThat(shell.json("recall", question).at("/records/0/payload").isObject()).isTrue();
    assertThat(shell.json("recall", question, "--view", "compact").at("/records/0").has("content"))
        .isTrue();
    JsonNode text = shell.json("recall", question, "--view", "text");
    assertThat(text.path("records")).isEmpty();
    assertThat(text.path("text").asText().lines()).hasSize(2);
    assertThat(shell.json("recall", question, "--max-tokens", "1").path("truncated").asBoolean())
        .isTrue();
    assertThat(shell.refusal("recall", question, "--view", "small"))
        .isEqualTo("--view must be one of: full, text, compact");
    assertThat(shell.refusal("recall", question, "--max-tokens", "-1"))
        .startsWith("--max-tokens must be");

    shell.onTerminal();
    assertThat(shell.run("recall", question, "--view", "text"))
        .hasLineCount(2)
        .contains("ann drives a tractor", "ann drives a Volvo [2J")
        .doesNotContain("\u001b");
    assertThat(shell.run("recall", question, "--view", "compact"))
        .hasLineCount(2)
        .startsWith("{\"id\":");
    assertThat(shell.run("recall", question, "--view", "text", "--max-tokens", "30"))
        .hasLineCount(2)
        .endsWith("\n(truncated: more was found than the answer may hold)");
    assertThat(shell.run("recall", "the moon", "--view", "text")).isEqualTo("nothing found");
  }

  @Test
  void a_question_is_asked_as_of_an_instant_and_about_one() {
    keep(
        "auto_prune",
        "yes",
        "timeboxed",
        ", \"start\": \"2026-01-01T00:00:00Z\", \"end\": \"2026-02-01T00:00:00Z\"");

    assertThat(open("--valid-at", "2026-01-15T00:00:00Z")).hasSize(1);
    assertThat(open("--valid-at", "2026-03-15T00:00:00Z")).isEmpty();
    assertThat(open("--now", "2026-01-15T00:00:00Z")).hasSize(1);
    assertThat(open("--now", "2026-03-15T00:00:00Z")).isEmpty();
    assertThat(open("--now", "2026-01-15T00:00:00Z", "--wait-for-embeddings-ms", "10")).hasSize(1);
    assertThat(shell.refusal("recall", "harbour", "--valid-at", "soon"))
        .isEqualTo(
            "--valid-at: invalid timestamp: \"soon\""
                + "; RFC 3339 in years 1 to 9999 is needed, such as 2026-01-02T03:04:05Z");
    assertThat(shell.refusal("recall", "harbour", "--now", "soon"))
        .isEqualTo(
            "--now: invalid timestamp: \"soon\""
                + "; RFC 3339 in years 1 to 9999 is needed, such as 2026-01-02T03:04:05Z");
    for (String option : List.of("--as-of", "--valid-at", "--now")) {
      assertThat(shell.refusal("recall", "harbour", option, ""))
          .isEqualTo(option + " must not be empty");
    }
    assertThat(shell.refusal("recall", "harbour", "--wait-for-embeddings-ms", "60001"))
        .startsWith("--wait-for-embeddings-ms must be");
  }

  private JsonNode open(String option, String value, String... more) {
    String[] words = new String[4 + more.length];
    System.arraycopy(new String[] {"recall", "harbour", option, value}, 0, words, 0, 4);
    System.arraycopy(more, 0, words, 4, more.length);
    return shell.json(words).path("records");
  }

  @Test
  void a_replay_says_that_a_question_cannot_be_answered_only_where_it_cannot() {
    String id = shell.json("remember", "ann", "drives", "a Volvo").at("/record/id").asText();
    String receipt =
        shell.json("recall", "what does ann drive?", "--receipt").path("receipt_id").asText();
    shell.onTerminal();
    assertThat(shell.run("recall", "what does ann drive?", "--receipt"))
        .containsPattern("\nreceipt: [-0-9a-f]{36}$");
    assertThat(shell.run("replay", receipt))
        .contains(id + "  1 -> 1")
        .doesNotContain("cannot be answered", "withheld");
    shell.typing("y");
    shell.run("forget", id);
    assertThat(shell.run("replay", receipt)).contains("withheld  1");
  }

  @Test
  void a_replay_shows_what_was_selected_and_what_would_be_now() {
    String first = SkillsCommandTest.keep(shell, "release the shop", 3, 0);
    String receipt =
        shell.json("recall", "release the shop", "--receipt").path("receipt_id").asText();
    String second = SkillsCommandTest.keep(shell, "release the shop again", 3, 0);
    shell.onTerminal();
    assertThat(shell.run("replay", receipt))
        .containsPattern("\nselected {2}" + first + " {2}\\d\\.\\d{3} -> \\d\\.\\d{3} {2}[a-z_]+\n")
        .containsPattern("\nselected {2}" + second + " {2}- -> \\d\\.\\d{3} {2}new$");
  }

  @Test
  void what_is_shown_of_an_episode_is_the_present_and_a_record_needs_no_scope() {
    String id = shell.json("remember", "ann", "drives", "a Volvo").at("/record/id").asText();

    assertThat(shell.refusal("show", "--episode", "run", "--as-of", "2026-01-15T00:00:00Z"))
        .isEqualTo("--as-of is for a record by its id, not for an episode");
    for (String[] line :
        new String[][] {
          {"show", id, "--scope", "project"},
          {"show", id, "--unscoped"},
          {"forget", id, "--unscoped"}
        }) {
      assertThat(shell.refusal(line))
          .isEqualTo("--scope and --unscoped are for an episode, not for a record by its id");
    }
  }

  @Test
  void a_known_fact_is_stored_again_if_that_is_asked_for() {
    String id = shell.json("remember", "ann", "drives", "a Volvo").at("/record/id").asText();

    JsonNode known = shell.json("remember", "ann", "drives", "a Volvo", "--if-known", "reinforce");
    assertThat(known.path("result").asText()).isEqualTo("reinforced");
    JsonNode added = shell.json("remember", "ann", "drives", "a Volvo", "--if-known", "new");
    assertThat(added.path("result").asText()).isEqualTo("created");
    assertThat(added.at("/record/id").asText()).isNotEqualTo(id);
    JsonNode put = shell.json("remember", "ann", "drives", "a tractor", "--on-conflict", "replace");
    assertThat(put.path("result").asText()).isEqualTo("replaced");
    assertThat(shell.refusal("remember", "ann", "drives", "it", "--if-known", "ask"))
        .isEqualTo("--if-known must be one of: reinforce, new");
  }

  @Test
  void records_are_filtered_as_calls_filter_them() {
    shell.json("remember", "ann", "drives", "a Volvo");
    String question = "what does ann drive?";

    assertThat(shell.json("recall", question, "--min-salience", "0.1").path("records")).hasSize(1);
    assertThat(shell.json("recall", question, "--min-salience", "2").path("records")).isEmpty();
    assertThat(shell.json("recall", question, "--thread", "t").path("records")).isEmpty();
    assertThat(shell.json("recall", question, "--context", "{\"a\": 1}").path("records"))
        .hasSize(1);
    assertThat(shell.refusal("recall", question, "--context", "[]")).contains("--context");
    assertThat(shell.refusal("recall", question, "--limit", "0"))
        .isEqualTo("--limit must be between 1 and 10000");
    assertThat(shell.refusal("recall", question, "--limit", "10001"))
        .isEqualTo("--limit must be between 1 and 10000");
    assertThat(shell.refusal("recall", question, "--min-salience", "-1"))
        .isEqualTo("--min-salience must be non-negative and finite");
    for (List<String> command : List.of(List.of("recall", question), List.of("list"))) {
      assertThat(refusal(command, "--type", "fact")).startsWith("--type must be one of: ");
      assertThat(refusal(command, "--as-of", "then"))
          .startsWith("--as-of: invalid timestamp: \"then\"; RFC 3339");
      assertThat(refusal(command, "--tag", "a".repeat(257)))
          .isEqualTo("--tag: tag exceeds maximum length of 256");
    }
    assertThat(shell.refusal("recall", question, "--context", "a")).contains("--context");
    String past = "2020-01-01T00:00:00Z";
    assertThat(shell.json("list", "--created-from", past).path("records")).hasSize(1);
    assertThat(shell.json("list", "--created-until", past).path("records")).isEmpty();
    assertThat(shell.json("list", "--updated-from", past).path("records")).hasSize(1);
    assertThat(shell.json("list", "--updated-until", past).path("records")).isEmpty();
    assertThat(shell.json("list", "--thread", "t").path("records")).isEmpty();
    assertThat(shell.refusal("list", "--created-from", "")).contains("--created-from");
    assertThat(
            shell.refusal(
                "list", "--created-from", "2021-01-01T00:00:00Z", "--created-until", past))
        .isEqualTo("--created-until: must not be before --created-from");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "recall it --limit 0",
        "recall it --limit 99999999999",
        "recall it --type bogus",
        "recall it --view bogus",
        "recall it --context {",
        "recall it --as-of yesterday",
        "recall it --bogus",
        "list --limit -1",
        "history some-id --diff 1..x",
        "remember ann likes tea --scope project --unscoped",
        "make-archive",
        "forget some-id --unscoped",
      })
  void what_is_wrong_on_the_command_line_ends_with_2(String line) {
    shell.run("remember", "ann", "likes", "tea");
    assertThat(shell.exitCode(line.split(" "))).isEqualTo(2);
    assertThat(shell.exitCode("show", "no-such-record")).isEqualTo(1);
  }

  @Test
  void a_word_without_an_option_is_as_wrong_as_one_with_it() {
    String[][] lines = {
      {"remember", "", "likes", "tea"},
      {"remember", "ann", " ", "tea"},
      {"remember", "ann", "likes", ""},
      {"recall", ""},
      {"how-to", ""},
      {"show", ""},
      {"history", ""},
      {"forget", ""},
      {"replay", ""},
      {"ingest", ""},
      {"import-mcp-memory", ""},
      {"revise", "contest", "an-id", ""},
      {"remember", "\u2060", "likes", "tea"},
      {"revise", "contest", "an-id", "\u2060"},
    };
    for (String[] line : lines) {
      assertThat(shell.exitCode(line)).as(List.of(line).toString()).isEqualTo(2);
    }
    assertThat(shell.refusal("remember", "\u2060", "likes", "tea")).startsWith("SUBJECT");
    assertThat(shell.refusal("forget", "")).isEqualTo("ID must not be empty");
    assertThat(shell.json("remember", "ann", "likes", "\"\"", "--value-as-json").has("record"))
        .isTrue();
  }

  private String refusal(List<String> command, String option, String value) {
    List<String> words = new ArrayList<>(command);
    words.addAll(List.of(option, value));
    return shell.refusal(words.toArray(String[]::new));
  }

  private Path file(JsonNode record) throws IOException {
    return Files.writeString(folder.resolve("record.json"), JsonText.write(record));
  }

  @Test
  void what_is_known_is_revised() throws IOException {
    String first = shell.json("remember", "ann", "drives", "a Volvo").at("/record/id").asText();
    ObjectNode draft = (ObjectNode) shell.json("show", first).path("record");
    draft.put("id", "");
    String file = file(draft).toString();

    JsonNode second =
        shell.json("revise", "supersede", first, "--new-record", file, "--reason", "sold");
    String next = second.at("/record/id").asText();
    assertThat(second.at("/record/payload/revision/supersedes").asText()).isEqualTo(first);
    JsonNode forked = shell.json("revise", "fork", next, "--new-record", file);
    JsonNode merged =
        shell.json("revise", "merge", next, forked.at("/record/id").asText(), "--new-record", file);
    String last = merged.at("/record/id").asText();
    assertThat(shell.json("list").path("records")).hasSize(1);
    assertThat(shell.json("list", "--retracted").path("records")).hasSize(4);
    shell.json("revise", "contest", last, "what bob said");
    assertThat(shell.json("show", last).at("/record/payload/revision/status").asText())
        .isEqualTo("contested");
    shell.onTerminal();
    assertThat(shell.run("revise", "retract", last)).isEqualTo("retracted");
    assertThat(shell.run("list")).isEqualTo("there is nothing");
    assertThat(shell.run("show", first)).contains("sold");
    assertThat(shell.refusal("revise", "retract", last)).isNotEmpty();
    assertThat(shell.refusal("revise", "fork", first, "--new-record", "none.json"))
        .isEqualTo("none.json: no such file");
  }

  @Test
  void what_is_shown_is_edited_and_given_back() throws IOException {
    String id = shell.json("remember", "ann", "drives", "a Volvo").at("/record/id").asText();
    JsonNode shown = shell.json("show", id);
    ((ObjectNode) shown.at("/record/payload")).put("object", "a tractor");
    for (JsonNode saved : List.of(shown, shown.path("record"))) {
      JsonNode made = shell.json("revise", "fork", id, "--new-record", file(saved).toString());
      assertThat(made.at("/record/payload/object").asText()).isEqualTo("a tractor");
      assertThat(made.at("/record/id").asText()).isNotEqualTo(id);
    }
    for (String revision : List.of("supersede", "fork", "merge")) {
      Path list = Files.writeString(folder.resolve("list.json"), "[]");
      String[] words = {"revise", revision, id, "--new-record", list.toString()};
      assertThat(shell.exitCode(words)).isEqualTo(1);
      assertThat(shell.refusal(words)).isEqualTo(list + ": must be a JSON object");
      words[4] = "-";
      assertThat(shell.typing("{").refusal(words)).startsWith("standard input: invalid JSON: ");
    }
    String file = file(shown).toString();
    JsonNode next = shell.json("revise", "supersede", id, "--new-record", file);
    assertThat(next.at("/record/payload/revision/supersedes").asText()).isEqualTo(id);
  }

  @Test
  void a_shell_completes_what_turns_an_option_off_and_the_words_of_a_choice() {
    String script = shell.run("completion");
    long withJson = script.lines().filter(line -> line.contains("'--json'")).count();
    assertThat(script.lines().filter(line -> line.contains("'--no-json'"))).hasSize((int) withJson);
    assertThat(withJson).isGreaterThan(10);
    assertThat(script)
        .contains("\"reinforce\" \"new\"")
        .contains("\"keep\" \"replace\" \"contest\"");
  }

  @Test
  void what_waits_is_told() {
    shell.json("remember", "ann", "drives", "a Volvo");

    assertThat(shell.json("jobs").path("queues").isArray()).isTrue();
    shell.onTerminal();
    assertThat(shell.run("jobs")).contains("waiting");
  }

  @Test
  void what_is_never_deleted_is_deleted_if_its_policy_is_overridden() {
    String id = keep("never", "yes", "global", "");

    assertThat(shell.refusal("forget", id)).contains("deletion_policy");
    assertThat(shell.refusal("forget", "--episode", "chat", "--override-policy"))
        .isEqualTo("--override-policy is for a record by its id, not for an episode");
    assertThat(shell.json("forget", id, "--override-policy")).isEmpty();
    assertThat(shell.json("list").path("records")).isEmpty();
  }
}
