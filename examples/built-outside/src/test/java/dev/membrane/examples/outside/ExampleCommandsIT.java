package dev.membrane.examples.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Does what the page about the examples tells its reader to do. */
class ExampleCommandsIT {

  private static final Pattern COMMAND = Pattern.compile("`(\\./mvnw [^`]+)`");

  static Stream<String> commands() throws IOException {
    String page = Files.readString(Outside.root().resolve("examples/README.md"));
    return COMMAND.matcher(page).results().map((MatchResult found) -> found.group(1));
  }

  @Test
  void there_are_commands() throws IOException {
    assertThat(commands()).hasSize(3).allMatch(command -> command.endsWith("exec:java"));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void an_example_runs_as_documented(String command) throws Exception {
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    // The build that this test is part of has just checked and compiled the same sources.
    for (String done : List.of("enforcer", "spotless.check", "maven.main", "maven.test")) {
      words.add("-D" + done + ".skip");
    }
    String repository = System.getProperty("maven.repo.local");
    if (repository != null) {
      words.add("-Dmaven.repo.local=" + repository);
    }
    Process process =
        new ProcessBuilder(words)
            .directory(Outside.root().toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output)
        .containsPattern("I remember skill:|Ann prefers|You are called Ann")
        .doesNotContain("[ERROR]");
  }
}
