package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The client for Python, with the interpreter and the libraries that {@code .ci/setup} installs.
 */
final class PythonClient {

  /** Where it is. */
  static final Path FOLDER = MembranedProcess.root().resolve("clients/python");

  private static final Path PYTHON = FOLDER.resolve(".venv/bin/python");

  private PythonClient() {}

  static void assumeInstalled() {
    assumeTrue(Files.exists(PYTHON), "skipped without the libraries that .ci/setup installs");
  }

  /** What the interpreter prints for a command line that has to succeed. */
  static String run(Path folder, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(PYTHON.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("PYTHONPATH", FOLDER.resolve("src").toString());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
