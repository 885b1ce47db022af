package dev.membrane.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.membrane.schema.JsonValue;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands, with the file alone and beside a server. */
class CommandsTest extends CommandScenes {

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void what_is_remembered_is_recalled_shown_listed_counted_and_forgotten(boolean isServed) {
    serve(isServed);

    JsonNode kept =
        shell.json("remember", "user", "prefers_editor", "vim", "--scope", "acme", "--tag", "t");
    String id = kept.at("/record/id").asText();

    assertThat(kept.path("result").asText()).isEqualTo("created");
    assertThat(kept.at("/record/payload/object").asText()).isEqualTo("vim");
    assertThat(shell.json("recall", "which editor?").at("/records/0/id").asText()).isEqualTo(id);
    assertThat(shell.json("recall", "what about the moon?").path("records")).isEmpty();
    assertThat(shell.json("recall", "editor", "--scope", "other").path("records")).isEmpty();
    assertThat(shell.json("recall", "editor", "--type", "episodic").path("records")).isEmpty();
    JsonNode shown = shell.json("show", id);
    assertThat(shown.at("/record/payload/subject").asText()).isEqualTo("user");
    assertThat(shown.at("/audit/0/action").asText()).isEqualTo("create");
    assertThat(shell.json("list").at("/records/0/id").asText()).isEqualTo(id);
    assertThat(shell.json("list", "--tag", "u").path("records")).isEmpty();
    assertThat(shell.json("stats").path("total_records").asLong()).isEqualTo(1);
    assertThat(shell.run("forget", id, "--reason", "wrong")).isEqualTo("{}");
    assertThat(shell.json("list").path("records")).isEmpty();
    assertThat(shell.json("consolidate").path("semantic_extracted").asLong()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void of_a_deleted_record_the_audit_log_is_read(boolean isServed) {
    serve(isServed);
    String id = shell.json("remember", "user", "says", "secret").at("/record/id").asText();
    String never = "01890a5d-ac96-774b-bcce-b302099a8057";
    shell.run("revise", "retract", id);
    assertThat(shell.run("forget", id, "--reason", "asked by ann", "--no-json"))
        .isEqualTo("deleted: " + id);

    String hint = "it was deleted; its audit log stays: membraned history " + id + " --audit";
    assertThat(shell.refusal("show", id)).isEqualTo("record not found: " + hint);
    assertThat(shell.refusal("show", never)).isEqualTo("record not found");
    String past = Instant.now().toString();
    assertThat(shell.refusal("show", id, "--as-of", past)).isEqualTo("record not found");
    assertThat(shell.json("history", id).path("versions")).isEmpty();
    assertThat(shell.said()).isEqualTo("no version is kept: " + hint + System.lineSeparator());
    JsonNode entries = shell.json("history", id, "--audit").path("entries");
    assertThat(entries).hasSize(3);
    assertThat(entries.at("/2/action").asText()).isEqualTo("delete");
    assertThat(shell.run("history", id, "--audit", "--no-json"))
        .hasLineCount(3)
        .endsWith("asked by ann");
    assertThat(shell.refusal("history", id, "--audit", "--diff", "1..2"))
        .contains("mutually exclusive");
    assertThat(shell.refusal("history", never, "--audit")).isEqualTo("record not found");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_reader_sees_lines(boolean isServed) {
    serve(isServed);
    shell.onTerminal();

    String kept = shell.run("remember", "user", "prefers_editor", "vim", "--scope", "acme");
    String id = kept.replaceFirst("^remembered: (\\S+) .*$", "$1");

    assertThat(kept)
        .matches("remembered: \\S{36}  \\S{10}  semantic  user prefers_editor vim  \\[acme]");
    assertThat(shell.run("remember", "user", "prefers_editor", "vim", "--scope", "acme"))
        .startsWith("known already, reinforced: " + id);
    assertThat(shell.run("remember", "user", "prefers_editor", "emacs", "--scope", "acme"))
        .contains("\nanother of this subject and predicate: " + id)
        .endsWith("\nto withdraw one that no longer holds: membraned revise retract ID");
    assertThat(shell.run("recall", "editor")).hasLineCount(2).contains(id, "emacs");
    assertThat(shell.run("recall", "the moon")).isEqualTo("nothing found");
    assertThat(shell.run("how-to", "deploy")).isEqualTo("nothing reliable is known");
    assertThat(shell.run("show", id)).contains("\nsays\n", "\nhistory\n", "create  by ");
    assertThat(shell.run("list")).hasLineCount(2);
    assertThat(shell.run("stats")).contains("total_records");
    assertThat(shell.json("list", "--json").path("records")).hasSize(2);
    assertThat(shell.typing("n\n").refusal("forget", id)).isEqualTo("nothing was deleted");
    assertThat(shell.typing("").refusal("forget", id)).isEqualTo("nothing was deleted");
    assertThat(shell.typing("y\n").run("forget", id)).startsWith("deleted: " + id);
    shell.run("remember", "user", "shell", "bash", "--scope", "acme");
    String replaced = "remember user shell zsh --scope acme --on-conflict replace";
    assertThat(shell.run(replaced.split(" ")))
        .startsWith("remembered instead of another: ")
        .matches("(?s).*\nsuperseded: \\S{36}");
    assertThat(shell.run("remember", "user", "shell", "bash", "--scope", "acme"))
        .matches("(?s).*\nthe same fact was withdrawn before: \\S{36}\n.*");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void an_episode_is_shown_and_forgotten_by_its_key(boolean isServed) {
    serve(isServed);
    try (CallableMemory memory = MemoryFinder.find(shell, true)) {
      for (String summary : List.of("hello", "good\u001bbye")) {
        memory.call(
            "IngestEvent",
            JsonText.object()
                .put("source", "agent")
                .put("event_kind", "user_message")
                .put("ref", "m")
                .put("summary", summary)
                .put("episode", "chat"));
      }
      memory.call(
          "IngestToolOutput",
          JsonText.object()
              .put("source", "agent")
              .put("tool_name", "deploy")
              .put("result", "ok")
              .put("episode", "chat"));
    }

    shell.run("remember", "ann", "says", "hello");
    assertThat(shell.json("recall", "hello").path("records")).hasSize(2);
    JsonNode recalled = shell.json("recall", "hello", "--episode", "chat").path("records");
    assertThat(recalled).hasSize(1);
    assertThat(recalled.at("/0/payload/episode").asText()).isEqualTo("chat");
    assertThat(shell.json("recall", "hello", "--episode", "other").path("records")).isEmpty();
    JsonNode shown = shell.json("show", "--episode", "chat");
    assertThat(shown.path("events")).hasSize(3);
    assertThat(shown.at("/events/0/event/summary").asText()).isEqualTo("hello");
    assertThat(shown.at("/events/2/tool/result").asText()).isEqualTo("ok");
    assertThat(shell.refusal("show", "--episode", "chat", "--scope", "acme"))
        .isEqualTo("episode not found");
    assertThat(shell.refusal("forget", "--episode", "chat", "--scope", "acme", "--unscoped"))
        .contains("mutually exclusive");
    assertThat(shell.json("show", "--episode", "chat", "--unscoped").path("events")).hasSize(3);
    shell.onTerminal();
    assertThat(shell.run("show", "--episode", "chat"))
        .hasLineCount(4)
        .startsWith("chat  3 events in 1 records")
        .contains("user_message  hello", "deploy -> \"ok\"")
        .doesNotContain("\u001b");
    assertThat(shell.typing("n\n").refusal("forget", "--episode", "chat"))
        .isEqualTo("nothing was deleted");
    assertThat(shell.typing("y\n").run("forget", "--episode", "chat"))
        .isEqualTo("deleted: 1 records");
    assertThat(shell.refusal("show", "--episode", "chat"))
        .isEqualTo("episode not found; if it has a scope, name that");
  }

  @Test
  void a_caller_with_one_scope_can_name_the_episode_without_one() {
    JsonValue one =
        JsonValue.of(
            Map.of(
                "name",
                "one",
                "api_key_sha256",
                KEY_SHA256,
                "scopes",
                List.of("acme"),
                "max_sensitivity",
                "low",
                "permissions",
                List.of("ingest", "retrieve")));
    serve(new HashMap<>(Map.of("principals", JsonValue.of(List.of(one)))));
    shell.holding(KEY);
    try (CallableMemory memory = MemoryFinder.find(shell, true)) {
      memory.call(
          "IngestEvent",
          JsonText.object()
              .put("source", "agent")
              .put("event_kind", "user_message")
              .put("ref", "m")
              .put("episode", "chat"));
    }

    assertThat(shell.json("show", "--episode", "chat").path("events")).hasSize(1);
    assertThat(shell.refusal("show", "--episode", "chat", "--unscoped"))
        .startsWith("episode not found");
    assertThat(shell.refusal("remember", "user", "likes", "tea", "--unscoped"))
        .contains("cannot be none for a caller of some scopes");
    assertThat(shell.json("remember", "user", "likes", "tea").at("/record/scope").asText())
        .isEqualTo("acme");
  }

  @Test
  void a_list_goes_on_where_another_ended() {
    serve(true);
    for (int i = 0; i < 5; i++) {
      shell.run("remember", "user", "likes", "fruit " + i);
    }

    JsonNode first = shell.json("list", "--limit", "3");
    JsonNode rest = shell.json("list", "--after", first.path("next_cursor").asText());

    assertThat(first.path("records")).hasSize(3);
    assertThat(rest.path("records")).hasSize(2);
    assertThat(rest.path("next_cursor").asText()).isEmpty();
    assertThat(shell.refusal("list", "--limit", "0")).isEqualTo("--limit must be at least 1");
  }

  @Test
  void a_list_is_as_long_as_asked_for_however_long_a_page_may_be() {
    try (CallableMemory memory = MemoryFinder.find(shell, true)) {
      for (int i = 0; i < 1_050; i++) {
        memory.call(
            "IngestObservation",
            JsonText.object()
                .put("source", "test")
                .put("subject", "user " + i)
                .put("predicate", "likes")
                .put("object", "tea"));
      }
    }

    assertThat(shell.json("list", "--limit", "1025").path("records")).hasSize(1_025);
    assertThat(shell.json("list", "--limit", "2000").path("records")).hasSize(1_050);
  }

  @Test
  void what_was_said_does_nothing_to_the_terminal() {
    shell.onTerminal();

    String kept = shell.run("remember", "a\u001b[2Jb", "says", "one\ntwo\u202ethree");
    String id = kept.replaceFirst("^remembered: (\\S+) .*$", "$1");

    assertThat(kept).contains("a [2Jb says one two three").doesNotContain("\u001b");
    assertThat(shell.run("show", id)).doesNotContain("\u001b", "\u202e");
  }

  @Test
  void a_skill_is_told_with_its_steps_and_its_record() {
    serve(true);
    shell.onTerminal();
    SkillsCommandTest.keep(shell, "release a version", 18, 3);

    assertThat(shell.run("how-to", "release a version"))
        .contains(
            "release a version",
            "Worked 18 of 21 times, last used on 2026-01-15.",
            "1. run the tests",
            "2. push the tag");
  }

  @Test
  void measured_numbers_are_rounded_for_a_reader() throws IOException {
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    answer(
        other, "/v1/get-metrics", "{\"snapshot\":{\"records\":12345,\"mean\":0.8234567890123456}}");
    answer(
        other,
        "/v1/list-jobs",
        "{\"runs\":[{\"name\":\"prune\",\"result\":\"ok\",\"ended_at\":\"2026-11-29T12:00:00Z\","
            + "\"seconds\":1.12587E-4},{\"name\":\"semantic\",\"result\":\"ok\","
            + "\"ended_at\":\"2026-11-29T12:00:00Z\",\"seconds\":12.3456}]}");
    other.start();
    try {
      shell.with("http_addr", "127.0.0.1:" + other.getAddress().getPort());
      assertThat(shell.json("stats").path("mean").asText()).isEqualTo("0.8234567890123456");
      shell.onTerminal();
      assertThat(shell.run("stats")).isEqualTo("records  12345\nmean     0.823");
      assertThat(shell.run("jobs"))
          .isEqualTo(
              "prune  ok at 2026-11-29T12:00:00Z, 0.000113 s\n"
                  + "semantic  ok at 2026-11-29T12:00:00Z, 12.346 s");
    } finally {
      other.stop(0);
    }
  }

  private static void answer(HttpServer server, String path, String body) {
    server.createContext(
        path,
        exchange -> {
          byte[] bytes = body.getBytes(UTF_8);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }

  @Test
  void nothing_is_made_by_looking() {
    assertThat(shell.refusal("list")).contains("m.db");
    assertThat(folder.resolve("m.db")).doesNotExist();
  }
}
