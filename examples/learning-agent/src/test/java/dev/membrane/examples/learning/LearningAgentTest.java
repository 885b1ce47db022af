package dev.membrane.examples.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LearningAgentTest {

  @TempDir private Path folder;

  @Test
  void it_fails_learns_and_then_succeeds() {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    List<Boolean> ends =
        LearningAgent.run(
            folder.resolve("memory.db"), new PrintStream(printed, true, StandardCharsets.UTF_8));

    int second = nthSuccess(ends, 2);
    assertThat(ends.subList(0, second)).filteredOn(end -> !end).hasSizeGreaterThan(2);
    assertThat(ends.subList(second, ends.size())).isNotEmpty().containsOnly(true);
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("I know nothing", "I remember skill:build+deploy+test, which worked 2 of ");
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
