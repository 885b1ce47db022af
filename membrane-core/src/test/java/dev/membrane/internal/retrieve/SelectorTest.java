package dev.membrane.internal.retrieve;

import static dev.membrane.internal.retrieve.Remembered.NOW;
import static dev.membrane.internal.retrieve.Remembered.fact;
import static dev.membrane.internal.retrieve.Remembered.ids;
import static dev.membrane.internal.retrieve.Remembered.json;
import static dev.membrane.internal.retrieve.Remembered.plan;
import static dev.membrane.internal.retrieve.Remembered.skill;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.RetrieveAnswer.SelectedProcedure;
import dev.membrane.RetrieveAnswer.Selection;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.internal.keys.ProcedureKeys;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.PlanMetrics;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Trigger;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelectorTest {

  private static final Offset<Double> EXACT = within(1e-12);

  private final Remembered memory = new Remembered();

  @Test
  void a_procedure_that_no_run_stands_behind_counts_as_a_run_of_its_own_tools() {
    String id = memory.add(skill("deploy service", null, List.of(), "kubectl"));
    Selection selection = select("deploy the service");
    assertThat(selection.selected()).extracting(MemoryRecord::id).containsExactly(id);
    assertThat(selection.procedures().get(0).score()).isCloseTo(1, EXACT);
    assertThat(selection.confidence()).isCloseTo(1, EXACT);
    assertThat(selection.needsMore()).isFalse();
  }

  /** At most 512 words of a task are compared. */
  @Test
  void a_word_that_is_said_again_takes_the_place_of_no_other() {
    String id = memory.add(skill("deploy", null, List.of(), "a"));
    assertThat(select("please wait ".repeat(300) + "then deploy").selected())
        .extracting(MemoryRecord::id)
        .containsExactly(id);
  }

  /** Both are as like the task; the newer has two tools, of which the older calls one. */
  @Test
  void what_like_runs_called_decides() {
    String one = memory.add(skill("deploy", null, List.of(), "a"));
    String two = memory.add(skill("deploy", null, List.of(), "a", "b"));
    memory.add(skill("tea", null, List.of(), "kettle"));
    Selection selection = select("deploy");
    assertThat(selection.selected())
        .extracting(MemoryRecord::id)
        .containsExactlyInAnyOrder(one, two);
    assertThat(selection.procedures().stream().map(SelectedProcedure::score).toList())
        .allSatisfy(it -> assertThat(it).isCloseTo((1 + 2 / 3.0) / 2, EXACT));
  }

  /** The Wilson upper bound of 0 of 1 + .8 + .64 + .512 by one standard error is 0.2530. */
  @Test
  void counts_that_are_believed_are_a_track_record() {
    memory.add(skill("deploy", new PerformanceStats(0, 4, 0, null, NOW), List.of(), "a"));
    assertThat(select("deploy").procedures().get(0).score())
        .isCloseTo(0.253036 * 0.253036 * 4, within(5e-6));
    assertThat(select("deploy").needsMore()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"garbage", "", "1", "1/x", "s1", "x1:y", " "})
  void a_track_record_that_is_damaged_is_none(String garbage) {
    String id = memory.add(skill("deploy", null, List.of(), "a"));
    Selection before = select("deploy");
    memory.store.commit(
        Changeset.builder()
            .addKey(new Key(ProcedureKeys.outcomes(id), garbage, id))
            .addKey(
                new Key(
                    ProcedureKeys.endedRuns(new LearningScope(null, Sensitivity.LOW)),
                    garbage,
                    null))
            .build());
    assertThat(select("deploy")).isEqualTo(before);
  }

  @Test
  void a_plan_has_one_too() {
    memory.add(plan("deploy", null, new PlanMetrics(null, 1, 4, NOW), "build", "ship"));
    assertThat(select("deploy").procedures().get(0).score())
        .isCloseTo(0.253036 * 0.253036 * 4, within(5e-6));
  }

  /** "zebra" is in no run: its weight is the root of ln 4 where "deploy" has that of ln 4/3. */
  @Test
  void a_task_of_an_unknown_kind_lowers_the_confidence() {
    memory.add(skill("deploy", null, List.of(), "a"));
    double known = Math.sqrt(Math.log(4 / 3.0));
    double unknown = Math.sqrt(Math.log(4));
    double covered = known / (known + 3 * unknown);
    assertThat(covered).isLessThan(0.26);
    assertThat(select("deploy zebra yak gnu").confidence()).isCloseTo(covered / 0.26, EXACT);
    assertThat(select("deploy").confidence()).isCloseTo(1, EXACT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Please translate this!",
        "hi, I want to apply for a job",
        "help me now",
        "Thanks"
      })
  void words_by_which_one_asks_for_anything_choose_nothing(String task) {
    memory.add(
        skill("hello, please help: I want my account deleted now, thanks", null, List.of(), "a"));
    memory.add(skill("where is my parcel", null, List.of(), "b"));
    assertThat(select(task)).isNull();
    assertThat(select("please delete my account").selected()).hasSize(1);
  }

  @Test
  void a_procedure_that_the_context_contradicts_is_not_selected() {
    memory.add(skill("deploy", null, List.of(new Trigger("x", json("os", "linux"))), "a"));
    memory.add(plan("deploy", json("os", "linux"), null, "b"));
    assertThat(scores("deploy", "linux")).hasSize(2);
    assertThat(ask("deploy", "windows").selection()).isNull();
    memory.add(skill("deploy", null, List.of(new Trigger("x", json("os", "windows"))), "c"));
    assertThat(scores("deploy", "windows")).hasSize(1);
  }

  @Test
  void a_contradicted_procedure_stays_in_the_list_behind_the_others() {
    memory.add(skill("deploy", null, List.of(new Trigger("x", json("os", "linux"))), "a"));
    memory.add(fact("deploy", "a day on which many other things are done"));
    assertThat(ask("deploy", "windows").results())
        .extracting(record -> ((MemoryRecord) record).type())
        .containsExactly(MemoryType.SEMANTIC, MemoryType.COMPETENCE);
  }

  /** Neither is it a run that says what is to be called. */
  @Test
  void a_retracted_procedure_is_not_selected() {
    var retracted = new RevisionState(null, null, RevisionStatus.RETRACTED);
    String gone = memory.add(skill("deploy", null, List.of(), "a").withRevision(retracted));
    String left = memory.add(skill("deploy the tea", null, List.of(), "b"));
    RetrieveAnswer answer = memory.ask(ask -> ask.taskDescriptor("deploy").includeRetracted(true));
    assertThat(ids(answer)).containsExactly(left, gone);
    assertThat(answer.selection().selected()).extracting(MemoryRecord::id).containsExactly(left);
    assertThat(answer.selection().procedures().get(0).score()).isCloseTo(1, EXACT);
  }

  @Test
  void triggers_are_alternatives() {
    memory.add(
        skill(
            "deploy",
            null,
            List.of(new Trigger("x", json("os", "linux")), new Trigger("y", json("os", "windows"))),
            "a"));
    assertThat(scores("deploy", "windows")).hasSize(1);
    assertThat(ask("deploy", "plan9").selection()).isNull();
  }

  @Test
  void required_tools_stand_in_for_a_recipe_without_tools() {
    memory.add(
        new CompetencePayload(
            "deploy",
            List.of(),
            List.of(),
            List.of("b", "a"),
            List.of(),
            List.of(),
            null,
            null,
            null));
    memory.add(skill("deploy", null, List.of(), "a", "b"));
    assertThat(select("deploy").procedures().stream().map(SelectedProcedure::score).toList())
        .allSatisfy(it -> assertThat(it).isCloseTo(1, EXACT));
  }

  @Test
  void the_score_is_the_relevance_in_the_list() {
    String skill = memory.add(skill("deploy", null, List.of(), "a"));
    String event = memory.event("deploy deploy deploy");
    RetrieveAnswer answer = memory.ask(ask -> ask.taskDescriptor("deploy").explain(true));
    assertThat(ids(answer)).containsExactlyInAnyOrder(event, skill);
    JsonObject explained =
        answer.entries().stream()
            .map(AnswerEntry::explanation)
            .filter(it -> it.toString().contains("selector"))
            .findFirst()
            .orElseThrow();
    assertThat(explained.toString()).contains("fit", "works", "success_at_best", "mean_success");
    assertThat(explained.members().get("score")).isEqualTo(JsonValue.of(0.95 + (1 - 0.95) * 0.5));
  }

  @Test
  void at_most_the_limit_is_selected() {
    for (int i = 0; i < 5; i++) {
      memory.add(skill("deploy", null, List.of(), "t" + i));
    }
    Selection selection = memory.ask(ask -> ask.taskDescriptor("deploy").limit(2)).selection();
    assertThat(selection.selected()).hasSize(2);
    assertThat(selection.procedures().stream().map(SelectedProcedure::score).toList())
        .hasSize(2)
        .isSortedAccordingTo((a, b) -> Double.compare(b, a));
  }

  @Test
  void nothing_is_selected_without_a_task_or_among_other_types() {
    memory.add(skill("deploy", null, List.of(), "a"));
    memory.event("deploy event");
    assertThat(memory.ask(ask -> ask).selection()).isNull();
    assertThat(
            memory
                .ask(
                    ask ->
                        ask.taskDescriptor("deploy")
                            .memoryTypes(Remembered.only(MemoryType.EPISODIC)))
                .selection())
        .isNull();
    assertThat(memory.ask(ask -> ask.taskDescriptor("event")).selection()).isNull();
  }

  @Test
  void episodes_do_not_crowd_procedures_out() {
    String skill = memory.add(skill("deploy", null, List.of(), "a"));
    for (int i = 0; i < CandidateSearch.TERM_BUDGET + 10; i++) {
      memory.event("deploy");
    }
    RetrieveAnswer answer = memory.ask(ask -> ask.taskDescriptor("deploy").limit(600));
    assertThat(answer.selection().selected()).extracting(MemoryRecord::id).containsExactly(skill);
    assertThat(ids(answer)).contains(skill);
  }

  private Selection select(String task) {
    return memory.ask(ask -> ask.taskDescriptor(task)).selection();
  }

  private List<Double> scores(String task, String os) {
    return ask(task, os).selection().procedures().stream().map(SelectedProcedure::score).toList();
  }

  private RetrieveAnswer ask(String task, String os) {
    return memory.ask(ask -> ask.taskDescriptor(task).context(json("os", os)));
  }
}
