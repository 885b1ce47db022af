package dev.membrane.internal.episode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.internal.episode.AbortedRuns.FailedStart;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.ToolNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AbortedRunsTest {

  private static final Instant NOON = Instant.parse("2025-06-01T12:00:00.123456Z");
  private static final JsonValue ERROR = JsonValue.of("Error: no");

  private static List<String> tools(int count) {
    return IntStream.range(0, count).mapToObj(i -> "tool-" + i).toList();
  }

  private static Optional<String> steps(int count) {
    List<ToolNode> calls = new ArrayList<>();
    for (String tool : tools(count)) {
      JsonValue result = calls.size() == count - 1 ? ERROR : JsonValue.of("ok");
      calls.add(new ToolNode(tool, tool, null, result, null, List.of(), null));
    }
    return AbortedRuns.steps(calls);
  }

  private static AbortedRuns runs(int count) {
    AbortedRuns runs = AbortedRuns.NONE;
    for (int i = 0; i < count; i++) {
      runs = runs.with(NOON.plusSeconds(i), "episode-" + i, steps(2).orElseThrow());
    }
    return runs;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 64})
  void a_procedure_fails_with_each_of_its_beginnings(int steps) {
    AbortedRuns runs = AbortedRuns.NONE.with(NOON, "episode", steps(steps).orElseThrow());
    assertThat(runs.startsOf(tools(steps)))
        .singleElement()
        .returns("tool-" + (steps - 1), FailedStart::tool)
        .extracting(FailedStart::use)
        .returns("episode", ProcedureUse::episodeId)
        .returns(NOON, ProcedureUse::at)
        .returns(false, ProcedureUse::isSuccess);
    assertThat(runs.startsOf(tools(steps + 1))).hasSize(1);
    assertThat(runs.startsOf(tools(10_000))).hasSize(1);
    assertThat(runs.startsOf(tools(steps - 1))).isEmpty();
    assertThat(runs.startsOf(List.of("other"))).isEmpty();
  }

  @Test
  void too_many_steps_are_no_beginning() {
    assertThat(steps(65)).isEmpty();
  }

  @Test
  void the_latest_are_kept_one_of_each_episode() {
    AbortedRuns runs = runs(70);
    assertThat(runs.startsOf(tools(3)))
        .extracting(start -> start.use().episodeId())
        .hasSize(64)
        .startsWith("episode-6")
        .endsWith("episode-69");
    assertThat(runs.with(NOON, "episode-69", steps(1).orElseThrow()).runs()).hasSize(64);
    assertThat(runs.without("episode-69").runs()).hasSize(63);
  }

  @Test
  void what_is_written_is_read_again() {
    AbortedRuns runs = runs(3);
    assertThat(AbortedRuns.parse(runs.text())).isEqualTo(runs);
    assertThat(AbortedRuns.isSound(runs.text())).isTrue();
    assertThat(AbortedRuns.isSound("")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"x", "1", "1:e", "1:e:s:t", "1:e:s ", "9223372036854775807:e:s", "01:e:s"})
  void garbage_is_not_sound(String text) {
    assertThat(AbortedRuns.isSound(text)).isFalse();
  }
}
