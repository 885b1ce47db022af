package dev.membrane.internal.consolidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.IngestOptions;
import dev.membrane.RecordRequest;
import dev.membrane.RetrieveAnswer.Selection;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.consolidate.Runs.Call;
import dev.membrane.internal.retrieve.Remembered;
import dev.membrane.internal.skill.ProcedureSummary;
import dev.membrane.internal.skill.TrackRecords;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
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
  private static final int MAX = 5;
  private static final ProvenanceSource SOURCE =
      new ProvenanceSource(ProvenanceKind.EVENT, "msg", null, null, null);

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
          "turn the heating in room 1%s to 2%s degrees before the guests come".formatted(i, i),
          hub);
      worked("please turn the heating of guest room 1%s to 2%s degrees".formatted(i, i), CLOUD);
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
      assertThat(failures).as("failures until another way is first").isLessThan(MAX);
      used(first(), OutcomeStatus.FAILURE, HUB.subList(0, steps));
      failures++;
      if (isLearned) {
        house.consolidation.run();
      }
    }
    int successes = 0;
    while (!isHub(first())) {
      assertThat(successes).as("successes until it is first again").isLessThan(MAX);
      used(usual, OutcomeStatus.SUCCESS, HUB);
      successes++;
    }
    assertThat(successes).isPositive();
  }

  /** All are asked for in the same words, so the twelve latest are the nearest. */
  @ParameterizedTest
  @CsvSource({"9, 3, 5", "40, 3, 5", "10, 2, 7", "15, 2, 7", "11, 1, 11"})
  void how_many_failures_it_takes_depends_on_how_well_another_way_fits(
      int usual, int other, int failures) {
    IntStream.range(0, usual).forEach(i -> worked(TASK, HUB));
    IntStream.range(0, other).forEach(i -> worked(TASK, List.of("phone", "ask", "wait")));
    house.consolidation.run();
    for (int i = 0; i < failures; i++) {
      assertThat(isHub(first())).as("first after %s failures", i).isTrue();
      used(first(), OutcomeStatus.FAILURE, HUB);
    }
    assertThat(isHub(first())).isFalse();
  }

  @Test
  void without_another_way_it_stays_first_and_is_said_to_have_stopped_working_after_six() {
    IntStream.range(0, 3).forEach(i -> worked(TASK, List.of("phone", "ask")));
    IntStream.range(0, 14).forEach(i -> worked(TASK, HUB));
    house.consolidation.run();
    for (int i = 0; i < 6; i++) {
      assertThat(selection().stoppedWorking()).isEmpty();
      used(first(), OutcomeStatus.FAILURE, HUB);
    }
    assertThat(isHub(first())).isTrue();
    assertThat(selection().stoppedWorking()).contains(first().id());
  }

  /** Some runs call all its tools, and others stop before; some are learned from at once. */
  @ParameterizedTest
  @CsvSource({
    "1, 2, false",
    "1, 3, false",
    "2, 2, false",
    "2, 3, false",
    "1, 2, true",
    "2, 2, true",
    "1, 3, true",
    "2, 3, true",
  })
  void its_score_only_falls_while_it_fails_and_it_is_said_to_have_stopped_working(
      int named, int steps, boolean isLearned) {
    for (int i = 0; i < 8; i++) {
      worked(TASK, HUB);
    }
    house.consolidation.run();
    List<Double> scores = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      String[] ids =
          selection().selected().stream().limit(named).map(MemoryRecord::id).toArray(String[]::new);
      assertThat(ids).hasSize(named);
      runs.end(begun(TASK, HUB.subList(0, steps)), OutcomeStatus.FAILURE, ids);
      if (isLearned) {
        house.consolidation.run();
      }
      scores.add(selection().procedures().get(0).score());
    }
    assertThat(scores).isSortedAccordingTo(Comparator.reverseOrder());
    Selection selection = selection();
    assertThat(selection.needsMore()).isTrue();
    assertThat(selection.stoppedWorking())
        .containsExactlyInAnyOrderElementsOf(
            selection.selected().stream().map(MemoryRecord::id).toList());
    MemoryRecord first = selection.selected().get(0);
    TrackRecords own = TrackRecords.of(List.of(first), house.store);
    assertThat(own.uses(first).stoppedWorking()).isTrue();
  }

  /** Most uses of another procedure of the scope failed, so the mean is low. */
  @Test
  void no_single_failure_takes_most_of_its_score() {
    learn(false);
    MemoryRecord cloud = selected(CLOUD);
    for (int i = 0; i < 60; i++) {
      used(cloud, OutcomeStatus.FAILURE, CLOUD);
    }
    MemoryRecord hub = selected(HUB);
    List<Double> scores = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      used(hub, OutcomeStatus.FAILURE, HUB);
      scores.add(scoreOf(hub));
    }
    assertThat(scores).isSortedAccordingTo(Comparator.reverseOrder());
    for (int i = 1; i < scores.size(); i++) {
      assertThat(scores.get(i)).as("after %s", i + 1).isGreaterThan(0.6 * scores.get(i - 1));
    }
  }

  @Test
  void one_without_tools_says_nothing_of_others() {
    learn(false);
    String checklist = written();
    List<Double> before = scores(HUB, CLOUD);
    runs.end(begun(TASK, List.of("read_manual")), OutcomeStatus.FAILURE, checklist);
    assertThat(scores(HUB, CLOUD)).isEqualTo(before);
  }

  @Test
  void a_run_without_calls_speaks_of_the_same_tools_alone() {
    learn(false);
    String twin = written(HUB.toArray(String[]::new));
    String part = written(HUB.get(1));
    double before = scoreOf(twin);
    double ofPart = scoreOf(part);
    used(selected(HUB), OutcomeStatus.FAILURE, List.of());
    assertThat(scoreOf(twin)).isLessThan(before);
    assertThat(scoreOf(part)).isGreaterThanOrEqualTo(ofPart);
  }

  @Test
  void a_run_that_called_other_tools_says_nothing_of_others() {
    learn(false);
    String twin = written(HUB.toArray(String[]::new));
    String part = written(HUB.get(1));
    double before = scoreOf(twin);
    double ofPart = scoreOf(part);
    MemoryRecord usual = selected(HUB);
    used(usual, OutcomeStatus.FAILURE, List.of("read_manual"));
    assertThat(scoreOf(twin)).isGreaterThanOrEqualTo(before);
    assertThat(scoreOf(part)).isGreaterThanOrEqualTo(ofPart);
    used(usual, OutcomeStatus.FAILURE, HUB.subList(1, 2));
    assertThat(scoreOf(twin)).isLessThan(before);
    assertThat(scoreOf(part)).isLessThan(ofPart);
  }

  @Test
  void a_small_one_says_nothing_of_the_larger_ones_if_its_run_went_beyond_it() {
    learn(false);
    String look = written("get_device");
    List<Double> before = scores(HUB, CLOUD);
    runs.end(begun(TASK, List.of("get_device", "phone")), OutcomeStatus.FAILURE, look);
    assertThat(scores(HUB, CLOUD)).isEqualTo(before);
    runs.end(begun(TASK, List.of("get_device")), OutcomeStatus.FAILURE, look);
    assertThat(scores(HUB, CLOUD)).allMatch(score -> score < before.get(0));
  }

  @Test
  void a_run_of_more_tools_than_are_kept_speaks_of_the_same_tools_alone() {
    learn(false);
    MemoryRecord usual = selected(HUB);
    String twin = written(HUB.toArray(String[]::new));
    String part = written(HUB.get(1));
    double before = scoreOf(twin);
    double ofPart = scoreOf(part);
    Stream<String> others = IntStream.range(0, 62).mapToObj(i -> "tool-" + i);
    used(usual, OutcomeStatus.FAILURE, Stream.concat(HUB.stream(), others).toList());
    assertThat(scoreOf(twin)).isLessThan(before);
    assertThat(scoreOf(part)).isGreaterThanOrEqualTo(ofPart);
  }

  /** One that somebody wrote. */
  private String written(String... tools) {
    RecordDraft draft =
        RecordDraft.builder()
            .type(MemoryType.COMPETENCE)
            .sensitivity(Sensitivity.LOW)
            .payload(Remembered.skill(TASK, null, List.of(), tools))
            .provenance(new Provenance(List.of(SOURCE), "agent"))
            .build();
    return house.service.record(RecordRequest.of("agent", draft)).id();
  }

  @Test
  void one_without_the_step_that_failed_takes_its_place() {
    learn(true);
    MemoryRecord telling = selected(TELLING);
    for (int i = 0; i < MAX; i++) {
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

  private List<Double> scores(List<String> one, List<String> other) {
    return List.of(scoreOf(selected(one)), scoreOf(selected(other)));
  }

  private double scoreOf(MemoryRecord procedure) {
    return scoreOf(procedure.id());
  }

  private double scoreOf(String id) {
    Selection selection = selection();
    List<String> ids = selection.selected().stream().map(MemoryRecord::id).toList();
    return selection.procedures().get(ids.indexOf(id)).score();
  }
}
