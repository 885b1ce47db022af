package dev.membrane.internal.retrieve;

import static dev.membrane.internal.retrieve.Remembered.HALF_LIFE;
import static dev.membrane.internal.retrieve.Remembered.NOW;
import static dev.membrane.internal.retrieve.Remembered.fact;
import static dev.membrane.internal.retrieve.Remembered.ids;
import static dev.membrane.internal.retrieve.Remembered.json;
import static dev.membrane.internal.retrieve.Remembered.plan;
import static dev.membrane.internal.retrieve.Remembered.skill;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.membrane.RetrieveAnswer;
import dev.membrane.Selection;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.PlanMetrics;
import dev.membrane.schema.Trigger;
import java.time.Instant;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class SelectorTest {

  private static final Offset<Double> EXACT = within(1e-12);
  private static final Instant HALF_LIFE_AGO = NOW.minusSeconds(HALF_LIFE);

  private final Remembered memory = new Remembered();

  @Test
  void an_untried_fresh_procedure_that_covers_everything() {
    String id = memory.add(skill("deploy service", null, List.of(), "kubectl"));
    Selection selection = select("deploy the service");
    assertThat(selection.selected()).extracting(MemoryRecord::id).containsExactly(id);
    assertThat(selection.scores().get(0)).isCloseTo((1 + 0.5 + 1) / 3, EXACT);
    assertThat(selection.confidence()).isCloseTo((1 + 0.5 + 1) / 3, EXACT);
    assertThat(selection.needsMore()).isFalse();
  }

  /** The Wilson lower bound of 9 of 10 is 0.59584, of 45 of 50, scaled to 18 of 20, 0.69896. */
  @Test
  void success_is_the_lower_bound_over_at_most_twenty_uses() {
    assertThat(success(new PerformanceStats(9, 1, 0.9, null, NOW)))
        .isCloseTo(0.595844, within(5e-6));
    assertThat(success(new PerformanceStats(45, 5, 0.9, null, NOW)))
        .isCloseTo(0.698965, within(5e-6));
    assertThat(success(new PerformanceStats(0, 4, 0, null, NOW))).isCloseTo(0, EXACT);
    assertThat(success(new PerformanceStats(0, 0, 0, null, NOW))).isCloseTo(0.5, EXACT);
  }

  @Test
  void a_plan_counts_its_executions() {
    memory.add(plan("deploy", null, new PlanMetrics(null, 0.1, 50, NOW), "build", "ship"));
    double success = 3 * select("deploy").scores().get(0) - 1 - 1;
    assertThat(success).isCloseTo(0.698965, within(5e-6));
  }

  @Test
  void recency_halves_with_each_half_life_since_the_last_use() {
    memory.add(skill("deploy", new PerformanceStats(0, 0, 0, null, HALF_LIFE_AGO), List.of()));
    assertThat(select("deploy").scores().get(0)).isCloseTo((1 + 0.5 + 0.5) / 3, EXACT);
  }

  @Test
  void a_use_at_the_beginning_of_time_is_no_fault() {
    Instant zero = Instant.parse("0001-01-01T00:00:00Z");
    memory.add(skill("deploy", new PerformanceStats(0, 0, 0, null, zero), List.of()));
    assertThat(select("deploy").scores().get(0)).isCloseTo((1 + 0.5 + 0) / 3, EXACT);
  }

  @Test
  void a_use_in_the_future_counts_as_now() {
    memory.add(skill("deploy", new PerformanceStats(0, 0, 0, null, NOW.plusSeconds(9)), List.of()));
    assertThat(select("deploy").scores().get(0)).isCloseTo((1 + 0.5 + 1) / 3, EXACT);
  }

  /**
   * Both words are in one of two records: ln 2 each. "zebra" is in none and counts as if in one.
   */
  @Test
  void applicability_is_the_share_of_idf_covered() {
    memory.add(skill("deploy", null, List.of(), "a"));
    memory.add(skill("service", null, List.of(), "b"));
    assertThat(applicability(select("deploy service"))).isCloseTo(0.5, EXACT);
    assertThat(applicability(select("deploy service zebra"))).isCloseTo(1.0 / 3, EXACT);
    assertThat(applicability(select("deploy"))).isCloseTo(1, EXACT);
  }

  @Test
  void a_procedure_that_the_context_contradicts_is_not_selected() {
    memory.add(skill("deploy", null, List.of(new Trigger("x", json("os", "linux"))), "a"));
    memory.add(plan("deploy", json("os", "linux"), null, "b"));
    assertThat(scores("deploy", "linux")).hasSize(2).allMatch(score -> score > 0.8);
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

  @Test
  void triggers_are_alternatives() {
    memory.add(
        skill(
            "deploy",
            null,
            List.of(new Trigger("x", json("os", "linux")), new Trigger("y", json("os", "windows"))),
            "a"));
    assertThat(scores("deploy", "windows")).allMatch(score -> score > 0.8);
    assertThat(ask("deploy", "plan9").selection()).isNull();
  }

  @Test
  void close_rivals_with_other_tools_lower_the_confidence() {
    memory.add(skill("deploy", used(0), List.of(), "a", "b"));
    memory.add(skill("deploy", used(0.1), List.of(), "c"));
    Selection selection = select("deploy");
    double first = selection.scores().get(0);
    double lead = first - selection.scores().get(1);
    assertThat(lead).isBetween(0.001, 0.1);
    assertThat(selection.confidence()).isCloseTo(first * lead / 0.15, EXACT);
    assertThat(selection.needsMore()).isTrue();
  }

  @Test
  void rivals_with_the_same_tools_do_not() {
    memory.add(skill("deploy", used(0), List.of(), "b", "a", "a"));
    memory.add(plan("deploy", null, null, "a", "b", "a"));
    assertThat(select("deploy").confidence()).isCloseTo((1 + 0.5 + 1) / 3, EXACT);
    memory.add(skill("deploy", used(0), List.of(), "a", "b"));
    assertThat(select("deploy").confidence()).isZero();
  }

  @Test
  void procedures_without_tools_are_not_the_same_for_that() {
    memory.add(skill("unrivalled", used(0), List.of()));
    assertThat(select("unrivalled").confidence()).isCloseTo((1 + 0.5 + 1) / 3, EXACT);
    memory.add(skill("deploy", used(0), List.of()));
    memory.add(skill("deploy", used(0), List.of()));
    assertThat(select("deploy").confidence()).isZero();
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
    assertThat(select("deploy").confidence()).isGreaterThan(0.8);
  }

  @Test
  void the_score_is_the_relevance_in_the_list() {
    String sure = memory.add(skill("deploy", used(0), List.of(), "a"));
    String stale = memory.add(skill("deploy", used(50), List.of(), "b"));
    String event = memory.event("deploy deploy deploy");
    RetrieveAnswer answer = memory.ask(ask -> ask.taskDescriptor("deploy").explain(true));
    assertThat(ids(answer)).containsExactly(event, sure, stale);
    assertThat(answer.explanations().get(1).toString()).contains("selector", "applicability");
    double score = (1 + 0.5 + 1) / 3.0;
    assertThat(answer.explanations().get(1).members().get("score"))
        .isEqualTo(JsonValue.of(0.95 * score + (1 - 0.95) * 0.5));
  }

  @Test
  void at_most_the_limit_is_selected() {
    for (int i = 0; i < 5; i++) {
      memory.add(skill("deploy", used(i), List.of(), "t" + i));
    }
    Selection selection = memory.ask(ask -> ask.taskDescriptor("deploy").limit(2)).selection();
    assertThat(selection.selected()).hasSize(2);
    assertThat(selection.scores()).hasSize(2).isSortedAccordingTo((a, b) -> Double.compare(b, a));
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
    return ask(task, os).selection().scores();
  }

  private RetrieveAnswer ask(String task, String os) {
    return memory.ask(ask -> ask.taskDescriptor(task).context(json("os", os)));
  }

  private static double success(PerformanceStats stats) {
    Remembered memory = new Remembered();
    memory.add(skill("deploy", stats, List.of(), "a"));
    return 3 * memory.ask(ask -> ask.taskDescriptor("deploy")).selection().scores().get(0) - 1 - 1;
  }

  private static double applicability(Selection selection) {
    return 3 * selection.scores().get(0) - 0.5 - 1;
  }

  private static PerformanceStats used(double halfLivesAgo) {
    long seconds = (long) (halfLivesAgo * HALF_LIFE);
    return new PerformanceStats(0, 0, 0, null, NOW.minusSeconds(seconds));
  }
}
