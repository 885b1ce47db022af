package dev.membrane.examples.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReleaseAgentTest {

  @TempDir private Path folder;

  @Test
  void it_gets_better_at_its_task_and_knows_after_restarts_what_it_was_told() {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    ReleaseAgent.Days days =
        ReleaseAgent.run(
            folder.resolve("memory.db"), new PrintStream(printed, true, StandardCharsets.UTF_8));

    int learned = nthSuccess(days.released(), 2);
    assertThat(days.released().subList(0, learned)).filteredOn(end -> !end).hasSizeGreaterThan(2);
    assertThat(days.released().subList(learned, days.released().size()))
        .hasSizeGreaterThan(1)
        .containsOnly(true);
    assertThat(days.lastAnswer()).isEqualTo("You are called Ann");
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("Hello Ann", "in vain", "I tried build, test, deploy: released");
  }

  private static int nthSuccess(List<Boolean> ends, int n) {
    int found = 0;
    for (int i = 0; i < ends.size(); i++) {
      found += ends.get(i) ? 1 : 0;
      if (found == n) {
        return i;
      }
    }
    throw new AssertionError("not " + n + " successes in " + ends);
  }
}
