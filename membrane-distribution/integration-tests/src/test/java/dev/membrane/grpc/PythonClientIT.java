package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The client for Python: its own tests, against the packaged server, and what needs a JDK. */
@Timeout(900)
class PythonClientIT {

  private static final Path CLIENT = MembranedProcess.root().resolve("clients/python");
  private static final Path PYTHON = CLIENT.resolve(".venv/bin/python");

  private static final String OVER_TLS =
      """
      import asyncio
      import os
      import sys
      os.environ["GRPC_VERBOSITY"] = "NONE"
      import grpc
      from membrane_client import AsyncMembrane, Membrane, Unavailable

      address, certificate = sys.argv[1:]
      with open(certificate, "rb") as file:
          own = grpc.ssl_channel_credentials(file.read())

      async def ask(tls):
          async with AsyncMembrane(address, tls=tls) as memory:
              await memory.reinforce("01890a5d-ac96-774b-bcce-b302099a8057")

      for tls in (own, True, False):
          try:
              with Membrane(address, tls=tls) as memory:
                  memory.reinforce("01890a5d-ac96-774b-bcce-b302099a8057")
          except Exception as error:
              print(type(error).__name__)
          try:
              asyncio.run(ask(tls))
          except Exception as error:
              print(type(error).__name__)
      """;

  @TempDir Path folder;

  @BeforeEach
  void its_libraries_are_there() {
    assumeTrue(Files.exists(PYTHON), "skipped without the libraries that .ci/setup installs");
  }

  /** Its snippets are run by its own tests. */
  @Test
  void its_page_says_how_to_run_these_tests() throws Exception {
    List<String> shown = DocPage.read("clients/python/README.md").runBy(PythonClientIT.class);

    assertThat(shown).hasSize(3);
    assertThat(shown.get(2).lines())
        .containsExactly(
            "python3 -m venv .venv",
            ".venv/bin/pip install --requirement requirements.txt",
            ".venv/bin/python -m mypy",
            ".venv/bin/python -m pytest");
    assertThat(Files.readString(MembranedProcess.root().resolve(".ci/setup")))
        .contains(
            "python3 -m venv clients/python/.venv\n"
                + "clients/python/.venv/bin/pip install --quiet"
                + " --requirement clients/python/requirements.txt\n");
    assertThat(Files.readString(CLIENT.resolve("tests/test_package.py")))
        .contains("PROJECT / \"README.md\"");
  }

  @Test
  void the_page_of_the_example_says_what_its_test_runs() throws Exception {
    assertThat(DocPage.read("examples/python-agent/README.md").runBy(PythonClientIT.class))
        .containsExactly("python agent.py localhost:9820 4\n");
    assertThat(Files.readString(CLIENT.resolve("tests/test_example.py")))
        .contains("[sys.executable, \"agent.py\", server.address, str(attempts)]");
  }

  @Test
  void its_tests_pass() throws Exception {
    assertThat(run(CLIENT, "-m", "pytest", "-q", "--tb=short"))
        .containsPattern("\\d\\d+ passed")
        .doesNotContainPattern("\\d+ (skipped|deselected|xfailed|xpassed|warning)");
  }

  @Test
  void its_types_hold() throws Exception {
    assertThat(run(CLIENT, "-m", "mypy")).contains("Success: no issues found");
  }

  @Test
  void it_encrypts_and_calls_nobody_whom_it_does_not_trust() throws Exception {
    TestCertificate certificate = TestCertificate.make(folder, "server");
    Files.writeString(
        folder.resolve("config.yaml"),
        "tls_cert_file: %s%ntls_key_file: %s%n"
            .formatted(certificate.certificate(), certificate.key()));
    try (MembranedProcess server = MembranedProcess.serving(folder)) {
      String address = "127.0.0.1:" + server.port();
      String trusted = certificate.certificate().toString();
      assertThat(run(folder, "-c", OVER_TLS, address, trusted).lines())
          .containsExactly(
              "NotFound", "NotFound", "Unavailable", "Unavailable", "Unavailable", "Unavailable");
    }
  }

  /** What the interpreter prints for a command line that has to succeed. */
  private static String run(Path folder, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(PYTHON.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("PYTHONPATH", CLIENT.resolve("src").toString());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
