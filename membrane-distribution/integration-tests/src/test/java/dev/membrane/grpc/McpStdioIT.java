package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code membraned mcp} as hosts start it. */
class McpStdioIT extends McpScenes {

  /** A class of a store, but for those that say in which file it is. */
  private static final Pattern STORE =
      Pattern.compile("dev\\.membrane\\.store\\.(?!\\w+\\.\\w+(?:Provider|Config)\\b)");

  private static final String CLIENT_KEY = "MEMBRANE_CLIENT_KEY";

  @Test
  void what_a_host_writes_without_waiting_is_done_in_that_order() throws Exception {
    try (McpHost host = host()) {
      host.initialize();
      String task = host.use("begin_task", "{\"task\": \"ship it\"}").replace("task_id: ", "");
      List<String> tools = List.of("build", "test", "deploy", "announce");
      for (String tool : tools) {
        host.write("log_step", "{\"task_id\": \"%s\", \"tool\": \"%s\"}".formatted(task, tool));
      }
      host.write("finish_task", "{\"task_id\": \"%s\", \"outcome\": \"success\"}".formatted(task));
      for (int i = 0; i <= tools.size(); i++) {
        host.answer();
      }
      assertThat(host.use("get", "{\"task_id\": \"%s\"}".formatted(task)))
          .containsSubsequence("build", "test", "deploy", "announce", "outcome success");
    }
  }

  @Test
  void standard_output_has_the_protocol_and_nothing_else() throws Exception {
    try (McpHost host = host()) {
      host.initialize();
      host.send("");
      host.send("no message");
      assertThat(Json.at(host.answer(), "error.code").toString()).contains("-32700");
      host.send("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/unknown\"}");
      host.send("x".repeat((24 << 20) + 1));
      assertThat(Json.text(host.answer(), "error.message")).contains("too long");
      assertThat(Json.at(host.ask("no/method", "{}"), "error.code").toString()).contains("-32601");
      host.send("{\"jsonrpc\": \"2.0\", \"id\": \"ü\", \"method\": \"ping\"}");
      List<String> rest = host.end();
      assertThat(rest).singleElement().asString().contains("\"ü\"");
      assertThat(host.errors()).isEmpty();
    }
  }

  @Test
  void a_signal_ends_it_when_the_calls_under_way_are_answered() throws Exception {
    try (McpHost host = host()) {
      host.initialize();
      host.send("{\"jsonrpc\": \"2.0\", \"id\": 7, \"method\": \"ping\"}");
      assertThat(Json.at(host.answer(), "id").toString()).contains("7");
      host.terminate();
      assertThat(host.exitCode()).isZero();
    }
    assertThat(servers.all()).as("goes on for others").hasSize(1);
  }

  @Test
  void both_eras_are_passed_on_with_the_headers_that_the_server_asks_for() throws Exception {
    String meta =
        """
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28",\
         "io.modelcontextprotocol/clientCapabilities": {}}""";
    try (McpHost host = host()) {
      JsonValue found = host.ask("server/discover", "{" + meta + "}");
      assertThat(Json.list(found, "result.supportedVersions")).isNotEmpty();
      String read = "{\"uri\": \"membrane://record/ü \", " + meta + "}";
      assertThat(Json.text(host.ask("resources/read", read), "error.message"))
          .doesNotContain("header");
      assertThat(Json.text(host.initialize(), "result.protocolVersion")).isEqualTo("2025-06-18");
      host.remember("user", "prefers_editor", "vim");
      assertThat(((JsonObject) host.ask("a\\nb", "{" + meta + "}")).members()).containsKey("error");
    }
  }

  @Test
  void a_scope_is_that_of_the_command_line_in_any_script() throws Exception {
    try (McpHost ours = host("--scope", "проект");
        McpHost theirs = host("--scope", "team")) {
      ours.remember("user", "prefers_editor", "vim");
      assertThat(ours.recall("which editor")).contains("vim");
      assertThat(theirs.recall("which editor")).doesNotContain("vim");
    }
    try (McpHost all = host()) {
      assertThat(all.recall("which editor")).contains("vim");
    }
  }

  @Test
  void a_key_of_the_configuration_is_shown_and_never_given_to_the_server() throws Exception {
    String known = "the-key-of-an-agent-1";
    String unknown = "some-other-key-of-nobody";
    Map<String, String> environment =
        Map.of("MEMBRANE_PRINCIPALS", principal("agent", known), CLIENT_KEY, known);
    try (McpHost host = McpHost.start(folder, environment)) {
      host.initialize();
      host.remember("user", "prefers_editor", "vim");
      assertThat(BackgroundServers.environment(servers.of(DATABASE)))
          .contains("MEMBRANE_PRINCIPALS")
          .doesNotContain(CLIENT_KEY, known);
      assertThat(folder.resolve(DATABASE + "-key")).doesNotExist();
    }
    for (Map<String, String> wrong :
        List.of(
            Map.of("MEMBRANE_PRINCIPALS", principal("agent", known), CLIENT_KEY, unknown),
            Map.of("MEMBRANE_PRINCIPALS", principal("agent", known)))) {
      try (McpHost host = McpHost.start(folder, wrong)) {
        assertThat(Json.text(host.ask("ping", "{}"), "error.message")).contains(CLIENT_KEY);
      }
    }
  }

  @Test
  void a_server_in_the_foreground_is_found_wherever_it_listens() throws Exception {
    Map<String, String> open =
        Map.of("MEMBRANE_HTTP_ADDR", ":0", "MEMBRANE_API_KEY", "a-key-that-is-long-enough");
    Path script = MembranedProcess.home().resolve("bin/membraned");
    for (Map<String, String> environment : List.of(Map.<String, String>of(), open)) {
      try (MembranedProcess server =
          MembranedProcess.running(script, folder, environment).awaitServing()) {
        Map<String, String> shown =
            environment.isEmpty()
                ? Map.of()
                : Map.of(
                    "MEMBRANE_API_KEY",
                    "a-key-that-is-long-enough",
                    CLIENT_KEY,
                    "a-key-that-is-long-enough");
        try (McpHost host = McpHost.start(folder, shown)) {
          host.initialize();
          assertThat(host.recall("anything at all")).contains("Nothing");
        }
        assertThat(servers.all()).hasSize(1);
        assertThat(server.stop()).isZero();
      }
    }
  }

  @Test
  void commands_of_people_ask_the_server_in_the_background() throws Exception {
    try (McpHost host = host()) {
      host.remember("user", "prefers_editor", "vim");
      assertThat(command("remember", "user", "prefers_shell", "fish")).contains("created");
      assertThat(command("recall", "which shell?", "--db", DATABASE)).contains("fish");
      assertThat(host.recall("which shell")).contains("user prefers_shell fish");
      assertThat(servers.all()).hasSize(1);
    }
  }

  private String command(String... words) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(MembranedProcess.home().resolve("bin/membraned").toString());
    command.addAll(List.of(words));
    Path said = Files.createTempFile(folder, "command", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("MEMBRANE"));
    builder.environment().put("MEMBRANE_JAVA_OPTS", "-XX:TieredStopAtLevel=1");
    Process process = builder.start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(said)).isZero();
    return Files.readString(said);
  }

  @Test
  void what_keeps_a_server_from_starting_is_told_to_the_host() throws Exception {
    Files.writeString(folder.resolve("corrupt.db"), "not a database ".repeat(999));
    try (McpHost host = host("--db", "corrupt.db")) {
      assertThat(Json.text(host.ask("ping", "{}"), "error.message"))
          .contains("corrupt.db is no SQLite database; --db names another");
    }
    try (McpHost host = host("--db", "none/membrane.db")) {
      assertThat(Json.text(host.ask("ping", "{}"), "error.message")).contains("none");
    }
    Map<String, String> postgres =
        Map.of("MEMBRANE_BACKEND", "postgres", "MEMBRANE_HTTP_ADDR", "127.0.0.1:1");
    try (McpHost host = McpHost.start(folder, postgres)) {
      assertThat(Json.text(host.ask("ping", "{}"), "error.message"))
          .contains("127.0.0.1:1", "start membraned");
    }
    assertThat(servers.all()).isEmpty();
  }

  @Test
  void beside_a_running_server_no_engine_is_loaded_for_the_first_answer() throws Exception {
    try (McpHost first = host()) {
      first.initialize();
      Path classes = folder.resolve("classes.log");
      String options = "-XX:TieredStopAtLevel=1 -Xlog:class+load:file=" + classes;
      try (McpHost host = McpHost.start(folder, Map.of("MEMBRANE_JAVA_OPTS", options))) {
        host.initialize();
        assertThat(host.end()).isEmpty();
      }
      assertThat(Files.readString(classes))
          .contains("dev.membrane.server.internal.process.Membraned ")
          .doesNotContainPattern(STORE)
          .doesNotContain(
              "dev.membrane.internal.",
              "dev.membrane.http.",
              "com.google.inject.",
              "io.grpc.",
              "org.eclipse.jetty.",
              "org.sqlite.");
    }
  }

  private static String principal(String name, String key) throws Exception {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
    return """
        [{"name": "%s", "api_key_sha256": "%s", "max_sensitivity": "hyper",\
         "scopes": ["project"], "permissions": ["ingest", "retrieve"]}]"""
        .formatted(name, HexFormat.of().formatHex(digest));
  }
}
