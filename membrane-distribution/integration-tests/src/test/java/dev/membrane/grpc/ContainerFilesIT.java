package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The files for containers by their linters, as nothing here can run them. */
class ContainerFilesIT {

  private static final Path LINTERS = MembranedProcess.root().resolve(".ci/site/.venv/bin");

  @Test
  void hadolint_finds_nothing_in_the_dockerfile() throws Exception {
    lint("Dockerfile", "hadolint", "--no-color", "--failure-threshold=style");
  }

  @Test
  void the_compose_file_has_the_form_of_the_specification() throws Exception {
    lint("compose.yaml", "check-jsonschema", "--builtin-schema=vendor.compose-spec");
  }

  private static void lint(String name, String linter, String... options) throws Exception {
    Path program = LINTERS.resolve(linter);
    assumeTrue(
        Files.isExecutable(program), "skipped without " + linter + ", which .ci/setup installs");
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(options));
    command.add(MembranedProcess.home().resolve("deploy").resolve(name).toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }
}
