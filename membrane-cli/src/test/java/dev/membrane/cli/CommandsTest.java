package dev.membrane.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.internal.start.Server;
import dev.membrane.server.local.DatabaseFiles;
import dev.membrane.server.local.ServerFile;
import dev.membrane.spi.Config;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands, with the file alone and beside a server. */
class CommandsTest {

  private static final String KEY = "a-key-of-some-length";
  private static final String KEY_SHA256 =
      "7602afe257e4bd460fcbc16b78c16d0822834244638fbee1d489cdaed5b179d3";
  private static final Pattern HTTP = Pattern.compile("http on (127\\.0\\.0\\.1:\\d+)");

  @TempDir Path folder;

  private final Shell shell = new Shell();
  private Server server;

  @BeforeEach
  void nobody_serves() {
    shell.with("db_path", folder.resolve("m.db").toString()).with("http_addr", "127.0.0.1:0");
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private void serve(boolean isServed, String... keysAndValues) {
    if (!isServed) {
      return;
    }
    Map<String, JsonValue> settings = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings.put(keysAndValues[i], new JsonString(keysAndValues[i + 1]));
    }
    serve(settings);
  }

  private void serve(Map<String, JsonValue> settings) {
    settings.put("db_path", new JsonString(folder.resolve("m.db").toString()));
    settings.put("http_addr", new JsonString("127.0.0.1:0"));
    server = Server.start(new Config(settings));
    Matcher address = HTTP.matcher(server.summary());
    assertThat(address.find()).isTrue();
    shell.with("http_addr", address.group(1));
  }

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
  void half_a_surrogate_pair_is_refused_by_its_field(boolean isServed) throws IOException {
    serve(isServed);
    String why = "must not contain an unpaired surrogate";

    assertThat(shell.refusal("remember", "user", "is", "\"a\\ud800b\"", "--value-as-json"))
        .contains("OBJECT", why);
    String id = shell.json("remember", "user", "is", "😀").at("/record/id").asText();
    JsonNode kept = shell.json("show", id).path("record");
    assertThat(kept.at("/payload/object").asText()).isEqualTo("😀");
    Path file =
        Files.writeString(
            folder.resolve("new.json"),
            kept.toString().replace(id, "").replace("😀", "new \\udc00"));
    assertThat(shell.refusal("revise", "supersede", id, "--new-record", file.toString()))
        .contains("payload.object", why);
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

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void numbers_stay_as_they_are_written(boolean isServed) {
    serve(isServed);
    String exact =
        "[-0,1E+05,1e400,1.00,1e-99999999999,12345678901234567890.123456789012345678900]";

    String kept = shell.run("remember", "kestrel", "weighs", exact, "--value-as-json");
    String id = shell.json("list").at("/records/0/id").asText();

    assertThat(kept).contains("\"object\":" + exact);
    assertThat(shell.run("show", id, "--json")).contains("\"object\":" + exact);
    assertThat(shell.run("recall", "kestrel", "--json")).contains("\"object\":" + exact);
    shell.typing(fact(1, exact));
    assertThat(shell.json("ingest", "-").path("ingested").asLong()).isEqualTo(1);
    assertThat(shell.run("list", "--json"))
        .containsPattern("\"subject\":\"s1\"[^{}]*\"object\":" + Pattern.quote(exact));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_member_that_is_given_twice_is_refused(boolean isServed) throws IOException {
    serve(isServed);
    String twice = "{\"a\":2,\"a\":3}";
    Path file = Files.writeString(folder.resolve("new.json"), twice);

    assertThat(shell.refusal("remember", "it", "is", twice, "--value-as-json"))
        .startsWith("invalid OBJECT JSON: duplicate member name");
    assertThat(shell.refusal("recall", "it", "--context", twice))
        .startsWith("invalid --context JSON: duplicate member name");
    assertThat(shell.refusal("revise", "fork", "some-id", "--new-record", file.toString()))
        .contains("duplicate member name");
    assertThat(shell.exitCode("revise", "fork", "some-id", "--new-record", file.toString()))
        .isEqualTo(1);
    shell.typing(fact(1, twice));
    assertThat(shell.failed("ingest", "-")).contains("line 1: ", "duplicate member name");
    assertThat(shell.json("stats").path("total_records").asLong()).isZero();
  }

  @Test
  void what_is_no_json_is_refused() {
    assertThat(shell.refusal("remember", "it", "is", "{", "--value-as-json"))
        .startsWith("invalid OBJECT JSON: ");
    assertThat(shell.refusal("how-to", "it", "--context", "{"))
        .startsWith("invalid --context JSON: ");
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
  void a_server_with_keys_is_asked_with_the_clients_own() {
    serve(true, "api_key", KEY);
    shell.with("api_key", KEY);

    assertThat(shell.refusal("list")).contains("an api key is required", "MEMBRANE_CLIENT_KEY");
    assertThat(shell.holding("another-key-of-that-length").refusal("list"))
        .startsWith("unknown api key");
    assertThat(shell.holding(KEY).json("list").path("records")).isEmpty();
  }

  @Test
  void an_import_without_the_key_is_refused_in_one_line_that_blames_no_record() throws IOException {
    serve(true, "api_key", KEY);
    shell.with("api_key", KEY);
    String line = "{\"type\":\"entity\",\"name\":\"E%s\",\"entityType\":\"e\"}\n";
    Path file = folder.resolve("memory.jsonl");
    for (int i = 0; i < 501; i++) {
      Files.writeString(
          file, line.formatted(i), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    assertThat(shell.refusal("import-mcp-memory", file.toString()))
        .startsWith("an api key is required: the variable MEMBRANE_CLIENT_KEY holds the key")
        .endsWith(
            "; this run took 0 records, and the command may be run again: it takes none twice");
    assertThat(shell.said()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {KEY + "\n", KEY + "\r\n", "\t" + KEY, KEY + "\u00fc"})
  void a_key_that_no_header_can_carry_is_refused_and_not_shown(String key) {
    serve(true, "api_key", KEY);
    shell.with("api_key", KEY);

    assertThat(shell.holding(key).refusal("list"))
        .isEqualTo(
            "the variable MEMBRANE_CLIENT_KEY has characters that no header can carry,"
                + " such as the end of a line");
  }

  @Test
  void what_is_no_membraned_is_said_to_be_none() throws IOException {
    AtomicInteger calls = new AtomicInteger();
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.createContext(
        "/",
        exchange -> {
          calls.incrementAndGet();
          exchange.sendResponseHeaders(200, 2);
          exchange.getResponseBody().write(new byte[] {'h', 'i'});
          exchange.close();
        });
    other.start();
    try {
      shell.with("http_addr", "127.0.0.1:" + other.getAddress().getPort());
      assertThat(shell.refusal("list")).contains("is no membraned (status 200)");
      calls.set(0);
      shell.typing(fact(1, "1") + "\n" + fact(2, "2"));
      assertThat(shell.refusal("ingest", "-"))
          .startsWith("lines 1 to 2: ")
          .contains("is no membraned (status 200)");
      assertThat(calls).as("what may have been stored is not sent again").hasValue(1);
    } finally {
      other.stop(0);
    }
  }

  @Test
  void a_server_is_asked_wherever_it_listens() {
    serve(true, "http_hosts", "0.0.0.0");
    Matcher address = HTTP.matcher(server.summary());
    assertThat(address.find()).isTrue();
    String port = address.group(1).substring(address.group(1).indexOf(':') + 1);
    shell.with("db_path", folder.resolve("elsewhere.db").toString());
    shell.with("http_addr", "0.0.0.0:" + port);

    assertThat(
            shell
                .json("remember", "user", "likes", "tea", "--scope", "acme")
                .path("result")
                .asText())
        .isEqualTo("created");
    assertThat(folder.resolve("elsewhere.db")).doesNotExist();
  }

  /** As by hand in a folder whose database another server serves. */
  @Test
  void a_server_that_the_environment_names_is_asked_before_that_of_the_database()
      throws IOException {
    serve(true);
    Matcher address = HTTP.matcher(server.summary());
    assertThat(address.find()).isTrue();
    serves(folder.resolve("here.db"), "127.0.0.1:1");
    shell.with("db_path", folder.resolve("here.db").toString()).asking(address.group(1));

    assertThat(shell.json("remember", "user", "likes", "tea").path("result").asText())
        .isEqualTo("created");
    shell.with("db_path", folder.resolve("m.db").toString());
    assertThat(shell.json("stats").path("total_records").asLong()).isEqualTo(1);
  }

  @Test
  void a_server_that_the_environment_names_is_not_replaced_by_that_of_the_database()
      throws IOException {
    serves(folder.resolve("m.db"), "127.0.0.1:2");
    shell.asking("127.0.0.1:1");

    assertThat(shell.refusal("list"))
        .isEqualTo(
            "no server answers on 127.0.0.1:1; that of the database is on 127.0.0.1:2:"
                + " correct MEMBRANE_HTTP_ADDR, or name the database with --db");
  }

  private static void serves(Path database, String address) throws IOException {
    DatabaseFiles files = new DatabaseFiles(database);
    ServerFile.ofThisProcess(address, new Config(Map.of()), files).write(files.server());
  }

  @Test
  void who_must_have_the_store_alone_is_told_of_the_server_that_has_it() throws IOException {
    serve(true);
    serves(folder.resolve("m.db"), "127.0.0.1:2");
    String opened = folder.toRealPath().resolve("m.db") + ": this process has it open already";

    assertThat(shell.refusal("erase", "--subject", "Ann"))
        .isEqualTo(
            opened
                + "; it is the server on 127.0.0.1:2:"
                + " erase there by POST /v1/erase, or by the call Erase");
    assertThat(shell.refusal("verify-audit", "--rebuild"))
        .isEqualTo(
            opened + "; it is the server on 127.0.0.1:2: stop it, and start it again afterwards");
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
  void an_address_to_listen_on_is_none_to_ask() {
    serve(true);

    assertThat(shell.given("--addr", "127.0.0.1:9820").refusal("list"))
        .isEqualTo(
            "--addr is where a server listens for gRPC; MEMBRANE_HTTP_ADDR names the server that a"
                + " command asks, and --db a database");
  }

  @Test
  void a_file_that_is_not_there_is_said_not_to_be() {
    assertThat(shell.refusal("ingest", "none.jsonl")).isEqualTo("none.jsonl: no such file");
  }

  @Test
  void a_bad_request_names_its_option_and_keeps_nothing() {
    serve(true);

    assertThat(shell.refusal("remember", "\u2060", "is", "it")).startsWith("SUBJECT is required");
    assertThat(shell.refusal("list", "--type", "dream")).startsWith("--type must be");
    assertThat(shell.json("stats").path("total_records").asLong()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void lines_are_ingested_and_those_that_are_refused_are_named(boolean isServed) {
    serve(isServed);
    String turn =
        "{\"event\":{\"source\":\"me\",\"event_kind\":\"note\",\"ref\":\"r\",\"episode\":\"chat\"}}";
    shell.typing((turn + "\n").repeat(3) + "\n");
    assertThat(shell.json("ingest", "-").toString()).isEqualTo("{\"ingested\":3,\"refused\":0}");
    shell.typing(turn + "\n{\"event\":{\"source\":\"me\"}}\nno json\n" + turn);
    assertThat(shell.failed("ingest", "-"))
        .contains("line 2: ", "line 3: it is not JSON")
        .endsWith("{\"ingested\":2,\"refused\":2}");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_line_that_is_no_item_keeps_no_other_line_from_being_stored_once(boolean isServed)
      throws IOException {
    serve(isServed);
    List<String> lines = new ArrayList<>();
    for (int line = 1; line <= 1_003; line++) {
      lines.add(fact(line, "{\"exact\":-0}"));
    }
    lines.set(3, lines.get(3).replace("\"is\"", "7"));
    lines.set(700, lines.get(700).replace("predicate", "verb"));
    // Each is an item by itself, and has the whole request refused.
    lines.set(800, fact(801, "[".repeat(997) + "]".repeat(997)));
    lines.set(1_001, "\ufeff" + lines.get(1_001));
    Path file = Files.write(folder.resolve("items.ndjson"), lines);

    assertThat(shell.failed("ingest", file.toString()))
        .contains("line 4: observation.predicate must be a string")
        .contains("line 701: unknown member: observation.verb")
        .contains("line 801: ", "line 1002: ")
        .endsWith("{\"ingested\":999,\"refused\":4}");
    assertThat(shell.json("stats").path("total_records").asLong()).isEqualTo(999);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_record_as_deep_as_is_allowed_is_told_like_any_other(boolean isServed) throws IOException {
    serve(isServed);
    String deepest = "[".repeat(200) + "]".repeat(200);
    Path file = Files.write(folder.resolve("deep.ndjson"), List.of(fact(1, deepest), fact(2, "2")));

    assertThat(shell.json("ingest", file.toString()).toString())
        .isEqualTo("{\"ingested\":2,\"refused\":0}");
    JsonNode kept = shell.json("remember", "user", "is", deepest, "--value-as-json");
    assertThat(kept.at("/record/payload/object").toString()).isEqualTo(deepest);
    String id = kept.at("/record/id").asText();
    assertThat(shell.json("list").path("records")).hasSize(3);
    assertThat(shell.json("recall", "what is the user?").path("records")).isNotEmpty();
    assertThat(shell.json("show", id).at("/record/payload/object").toString()).isEqualTo(deepest);
    assertThat(shell.json("history", id).path("versions")).hasSize(1);
    assertThat(shell.run("forget", id)).isEqualTo("{}");
  }

  private static String fact(int number, String object) {
    return "{\"observation\":{\"source\":\"me\",\"subject\":\"s%s\",\"predicate\":\"is\",\"object\":%s,"
            .formatted(number, object)
        + "\"if_known\":\"new\"}}";
  }

  @Test
  void a_line_that_cannot_be_read_is_named_and_the_others_are_stored() throws IOException {
    Path file = folder.resolve("items.ndjson");
    Files.writeString(file, fact(1, "1") + "\n");
    Files.write(file, new byte[] {'"', (byte) 0xff, '"', '\n'}, StandardOpenOption.APPEND);
    Files.writeString(file, fact(3, "3") + "\n{oops}", StandardOpenOption.APPEND);

    assertThat(shell.failed("ingest", file.toString()))
        .contains("line 2: the line is not in UTF-8")
        .containsPattern("line 4: .* at column 2\\R")
        .doesNotContain("at line 1")
        .endsWith("{\"ingested\":2,\"refused\":2}");
  }

  @Test
  void nothing_is_made_by_looking() {
    assertThat(shell.refusal("list")).contains("m.db");
    assertThat(folder.resolve("m.db")).doesNotExist();
  }

  @Test
  void a_file_that_a_server_serves_elsewhere_is_left_alone() {
    serve(true);
    shell.with("http_addr", "127.0.0.1:0");

    assertThat(shell.refusal("list")).contains("m.db");
  }
}
