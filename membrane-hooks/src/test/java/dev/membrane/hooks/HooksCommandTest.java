package dev.membrane.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.StartException;
import dev.membrane.server.command.CommandContext;
import dev.membrane.server.internal.process.EmptyArgumentCheck;
import dev.membrane.spi.Config;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code membraned hooks}. */
class HooksCommandTest {

  /** In seconds, as curl is told. */
  private static final String HOST_WAITS = " -m 4 ";

  private final Map<String, JsonValue> settings = new HashMap<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Command(name = "membraned")
  private static final class Above {}

  private int run(String... words) {
    CommandLine line = new CommandLine(new Above());
    new HooksCommands().commands(new Context()).forEach(line::addSubcommand);
    return line.setErr(new PrintWriter(err, true))
        .setExecutionStrategy(new EmptyArgumentCheck())
        .setExecutionExceptionHandler(
            (thrown, where, parsed) -> {
              StartException refused = (StartException) thrown;
              err.append(String.join("\n", refused.faults()));
              return refused.exitCode();
            })
        .execute(words);
  }

  private JsonNode printed(String... words) {
    assertThat(run(words)).as(err.toString()).isZero();
    return Site.parsed(out.toString());
  }

  private static JsonNode hook(JsonNode settings, String event) {
    return settings.path("hooks").path(event).path(0).path("hooks").path(0);
  }

  @Test
  void claude_code_sends_events_over_http_and_its_start_by_a_command() {
    settings.put("http_addr", new JsonString("127.0.0.1:4711"));
    JsonNode printed = printed("hooks", "claude-code");

    JsonNode prompt = hook(printed, "UserPromptSubmit");
    assertThat(prompt.path("type").asText()).isEqualTo("http");
    assertThat(prompt.path("url").asText()).isEqualTo("http://127.0.0.1:4711/hooks/claude-code");
    assertThat(prompt.path("headers").path("Authorization").asText())
        .isEqualTo("Bearer $MEMBRANE_CLIENT_KEY");
    assertThat(prompt.path("allowedEnvVars").path(0).asText()).isEqualTo("MEMBRANE_CLIENT_KEY");
    assertThat(hook(printed, "SessionStart").path("type").asText()).isEqualTo("command");
    assertThat(err.toString()).contains("settings.json", "--scope");
  }

  @Test
  void copilot_is_given_a_key_only_where_it_is_encrypted() {
    JsonNode printed = printed("hooks", "copilot", "--scope", "shop");
    JsonNode stop = printed.path("hooks").path("Stop").path(0);
    assertThat(stop.path("url").asText()).isEqualTo("http://127.0.0.1:9821/hooks/copilot");
    assertThat(stop.path("headers").toString()).isEqualTo("{\"membrane-scope\":\"shop\"}");
    assertThat(stop.has("allowedEnvVars")).isFalse();
    assertThat(err.toString()).contains("COPILOT_HOOK_ALLOW_LOCALHOST").doesNotContain("--scope");
  }

  @Test
  void the_command_of_the_fallback_tells_the_server_and_prints_its_answer() throws Exception {
    settings.put("http_addr", new JsonString("127.0.0.1:4711"));
    String command =
        hook(printed("hooks", "claude-code", "--shell", "--scope", "it's"), "PostToolUse")
            .path("command")
            .asText();
    Map<String, JsonValue> keys = Map.of("api_key", new JsonString("a-key-that-is-long-enough"));
    try (Site site = Site.of(Site.memory().build(), keys)) {
      String here = command.replace("127.0.0.1:4711", site.address());
      String event = Site.event("PostToolUse", "tool_name", "Bash");
      assertThat(shell(here, event, "a-key-that-is-long-enough")).isEqualTo("{}");
      assertThat(site.episodes()).hasSize(1);
      assertThat(site.episodes().get(0).scope()).isEqualTo("it's");

      assertThat(shell(here, event, "another-key")).as("refused").isEmpty();
      assertThat(shell(here, "no json", "a-key-that-is-long-enough")).isEmpty();
      assertThat(shell(command, event, "")).as("no server").isEmpty();
      assertThat(site.episodes()).hasSize(1);
    }
  }

  @Test
  void a_scope_beyond_ascii_is_the_same_for_every_host() throws Exception {
    settings.put("http_addr", new JsonString("127.0.0.1:4711"));
    String coded = "=?base64?w6nmvKI=?=";
    JsonNode printed = printed("hooks", "copilot", "--scope", "é漢");
    JsonNode headers = printed.path("hooks").path("Stop").path(0).path("headers");
    assertThat(headers.path("membrane-scope").asText()).isEqualTo(coded);
    out.getBuffer().setLength(0);
    JsonNode shell = printed("hooks", "claude-code", "--shell", "--scope", "é漢");
    String command = hook(shell, "PostToolUse").path("command").asText();
    assertThat(command).contains("'membrane-scope: " + coded + "'");
    try (Site site = Site.of(Site.memory().build(), Map.of())) {
      String event = Site.event("PostToolUse", "tool_name", "Bash");
      assertThat(shell(command.replace("127.0.0.1:4711", site.address()), event, ""))
          .isEqualTo("{}");
      assertThat(site.episodes().get(0).scope()).isEqualTo("é漢");
    }
  }

  /**
   * What a command prints that has to succeed, whatever happens. A host is not let wait for longer
   * than some seconds, within which a busy machine may not answer.
   */
  private static String shell(String command, String input, String key) throws Exception {
    assertThat(command).contains(HOST_WAITS);
    String patient = command.replace(HOST_WAITS, " -m 300 ");
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", patient);
    builder.environment().put("MEMBRANE_CLIENT_KEY", key);
    // The server is found where there is a proxy for other machines, and without it.
    builder.environment().put("http_proxy", "http://127.0.0.1:1");
    builder.environment().keySet().removeAll(Set.of("no_proxy", "NO_PROXY"));
    Process process = builder.start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    }
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return printed;
  }

  @Test
  void what_cannot_be_told_a_host_is_said() {
    assertThat(run("hooks", "claude-code", "--scope", "")).isEqualTo(2);
    assertThat(err.toString()).contains("--scope").contains("must not be empty");
    assertThat(run("hooks", "claude-code", "--scope", "a\u202eb")).isEqualTo(2);
    assertThat(err.toString()).contains("--scope").contains("U+202E");
    assertThat(run("hooks", "emacs")).isEqualTo(2);
    assertThat(err.toString()).contains("claude-code, copilot");
    assertThat(run("hooks")).isEqualTo(2);
    settings.put("http_addr", new JsonString("127.0.0.1:0"));
    assertThat(run("hooks", "copilot")).isEqualTo(1);
    assertThat(err.toString()).contains("http_addr: must have a port");
    assertThat(out.toString()).isEmpty();
  }

  private final class Context implements CommandContext {

    @Override
    public Config config() {
      return new Config(settings);
    }

    @Override
    public boolean isStoreNamed() {
      return false;
    }

    @Override
    public Optional<String> variable(String name) {
      return Optional.empty();
    }

    @Override
    public BufferedReader in() {
      return new BufferedReader(new StringReader(""));
    }

    @Override
    public InputStream input() {
      return InputStream.nullInputStream();
    }

    @Override
    public Config configWith(Path file) {
      return config();
    }

    @Override
    public List<String> options() {
      return List.of();
    }

    @Override
    public PrintWriter out() {
      return new PrintWriter(out, true);
    }

    @Override
    public PrintWriter err() {
      return new PrintWriter(err, true);
    }

    @Override
    public boolean isTerminal() {
      return false;
    }
  }
}
