package dev.membrane.internal.consolidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.IngestOptions;
import dev.membrane.Selection;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.consolidate.Runs.Call;
import dev.membrane.internal.skill.ProcedureSummary;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two ways to heat a room. Each run names the procedure that was selected first, which is one of
 * the several that take the same steps.
 */
class BrokenProcedureTest {

  private static final String TASK =
      "turn the heating in the guest room to 21 degrees before the guests come";
  private static final List<String> HUB = List.of("get_device", "hub_connect", "hub_set_heat");
  private static final List<String> CLOUD = List.of("get_device", "cloud_login", "cloud_set_heat");
  private static final List<String> TELLING =
      Stream.concat(HUB.stream(), Stream.of("notify")).toList();
  private static final int MOST = 5;

  private final EngineFixture house = new EngineFixture();
  private final Runs runs = new Runs(house);

  private String begun(String asked, List<String> tools) {
    house.pass(Duration.ofMinutes(1));
    List<Call> calls = new ArrayList<>();
    for (String tool : tools) {
      calls.add(new Call(tool, "device-" + calls.size(), "ok", false));
    }
    return runs.begun(IngestOptions.NONE, asked, calls.toArray(Call[]::new));
  }

  private void worked(String asked, List<String> tools) {
    runs.end(begun(asked, tools), OutcomeStatus.SUCCESS);
  }

  private void learn(boolean isTold) {
    for (int i = 0; i < 8; i++) {
      List<String> hub = isTold && i % 2 == 1 ? TELLING : HUB;
      worked(
          "turn the heating in room 1%d to 2%d degrees before the guests come".formatted(i, i),
          hub);
      worked("please turn the heating of guest room 1%d to 2%d degrees".formatted(i, i), CLOUD);
    }
    for (int i = 0; i < 10; i++) {
      worked("water the garden zone 1" + i, List.of("valve_open", "timer", "valve_close"));
    }
    house.consolidation.run();
  }

  private Selection selection() {
    return Objects.requireNonNull(
        house.retrieval.retrieve(Runs.about(TASK), Caller.ANONYMOUS).selection());
  }

  private MemoryRecord first() {
    return selection().selected().get(0);
  }

  private static boolean isHub(MemoryRecord procedure) {
    return ProcedureSummary.of(procedure).tools().contains("hub_connect");
  }

  private void used(MemoryRecord procedure, OutcomeStatus status, List<String> tools) {
    runs.end(begun(TASK, tools), status, procedure.id());
  }

  /** Some runs of the hub tell somebody besides, and some failures are learned from at once. */
  @ParameterizedTest
  @CsvSource({
    "false, 3, false", "false, 2, false", "true, 2, false", "true, 3, false",
    "false, 3, true", "false, 2, true", "true, 2, true", "true, 3, true",
  })
  void it_leaves_the_first_place_with_all_that_take_its_steps_and_returns(
      boolean isTold, int steps, boolean isLearned) {
    learn(isTold);
    MemoryRecord usual = first();
    assertThat(isHub(usual)).isTrue();
    int failures = 0;
    while (isHub(first())) {
      assertThat(failures).as("failures until another way is first").isLessThan(MOST);
      used(first(), OutcomeStatus.FAILURE, HUB.subList(0, steps));
      failures++;
      if (isLearned) {
        house.consolidation.run();
      }
    }
    int successes = 0;
    while (!isHub(first())) {
      assertThat(successes).as("successes until it is first again").isLessThan(MOST);
      used(usual, OutcomeStatus.SUCCESS, HUB);
      successes++;
    }
    assertThat(successes).isPositive();
  }

  @Test
  void its_score_only_falls_while_it_fails_and_it_is_said_to_have_stopped_working() {
    for (int i = 0; i < 8; i++) {
      worked(TASK, HUB);
    }
    house.consolidation.run();
    List<Double> scores = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      used(first(), OutcomeStatus.FAILURE, HUB.subList(0, 2));
      scores.add(selection().scores().get(0));
    }
    assertThat(scores).isSortedAccordingTo(Comparator.reverseOrder());
    Selection selection = selection();
    assertThat(selection.needsMore()).isTrue();
    assertThat(selection.stoppedWorking())
        .containsExactlyInAnyOrderElementsOf(
            selection.selected().stream().map(MemoryRecord::id).toList());
  }

  @Test
  void one_without_the_step_that_failed_takes_its_place() {
    learn(true);
    MemoryRecord telling = selected(TELLING);
    for (int i = 0; i < MOST; i++) {
      used(telling, OutcomeStatus.FAILURE, TELLING);
    }
    assertThat(ProcedureSummary.of(first()).tools()).containsExactlyElementsOf(HUB);
    assertThat(selection().stoppedWorking()).doesNotContain(first().id());
  }

  @Test
  void a_part_that_succeeds_says_nothing_of_the_whole() {
    learn(false);
    for (int i = 0; i < 2; i++) {
      worked(TASK, HUB.subList(0, 2));
    }
    house.consolidation.run();
    MemoryRecord part = selected(HUB.subList(0, 2));
    MemoryRecord whole = selected(HUB);
    used(whole, OutcomeStatus.FAILURE, HUB);
    double failed = scoreOf(whole);
    used(part, OutcomeStatus.SUCCESS, HUB.subList(0, 2));
    assertThat(scoreOf(whole)).isLessThanOrEqualTo(failed);
    used(part, OutcomeStatus.FAILURE, HUB.subList(0, 2));
    assertThat(scoreOf(whole)).isLessThan(failed);
  }

  private MemoryRecord selected(List<String> tools) {
    return selection().selected().stream()
        .filter(it -> Set.copyOf(ProcedureSummary.of(it).tools()).equals(Set.copyOf(tools)))
        .findFirst()
        .orElseThrow();
  }

  private double scoreOf(MemoryRecord procedure) {
    Selection selection = selection();
    List<String> ids = selection.selected().stream().map(MemoryRecord::id).toList();
    return selection.scores().get(ids.indexOf(procedure.id()));
  }
}
