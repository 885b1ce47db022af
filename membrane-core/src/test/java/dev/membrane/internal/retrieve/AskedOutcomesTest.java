package dev.membrane.internal.retrieve;

import static dev.membrane.internal.retrieve.Remembered.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TimelineEvent;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a question for how runs ended finds. */
class AskedOutcomesTest extends RelevanceScenes {

  @ParameterizedTest
  @CsvSource({
    "what failed last time?,            FAILURE",
    "Which deployments failed?,         FAILURE",
    "what of all this went wrong?,      FAILURE",
    "why did the last deployment fail,  FAILURE",
    "has anything gone wrong of late,   FAILURE",
    "did any of the deployments fail?,  FAILURE",
    "show me the failed runs,           FAILURE",
    "what did not work?,                FAILURE",
    "which runs were not successful?,   FAILURE",
    "any failures?,                     FAILURE",
    "which runs were a failure?,        FAILURE",
    "which of the runs was a success?,  SUCCESS",
    "What worked?,                      SUCCESS",
    "which deployment has succeeded?,   SUCCESS",
    "the latest successes,              SUCCESS",
    "which runs were successful,        SUCCESS",
    "what was successful,               SUCCESS",
    "what was the failed login?,        ",
    "which firm have I worked for?,     ",
    "does the gate fail to close?,      "
  })
  void a_question_for_an_outcome_finds_the_runs_that_ended_so(String task, OutcomeStatus asked) {
    Map<String, Optional<OutcomeStatus>> runs = new HashMap<>();
    for (int i = 0; i < 3; i++) {
      runs.put(run(null), Optional.empty());
      Stream.of(OutcomeStatus.values()).forEach(how -> runs.put(run(how), Optional.of(how)));
    }
    List<String> found =
        runs.entrySet().stream()
            .filter(each -> each.getValue().equals(Optional.ofNullable(asked)))
            .map(Map.Entry::getKey)
            .toList();
    if (asked == null) {
      assertThat(gaining(task, "outcome", 0.3)).isEmpty();
    } else {
      assertThat(memory.idsFor(ask -> ask.taskDescriptor(task).limit(3)))
          .containsExactlyInAnyOrderElementsOf(found);
      assertThat(gaining(task, "outcome", 0.3)).containsExactlyInAnyOrderElementsOf(found);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "did the last deploy succeed?",
        "Has the deploy failed?",
        "did the deploy fail?",
        "was the last deploy successful?",
        "tell me, were the deploys of Monday unsuccessful"
      })
  void a_question_whether_a_run_succeeded_finds_it_however_it_ended(String task) {
    String failed = run(OutcomeStatus.FAILURE);
    run(null);
    String succeeded = run(OutcomeStatus.SUCCESS);
    String partly = run(OutcomeStatus.PARTIAL);
    assertThat(gaining(task, "outcome", 0.3)).containsExactlyInAnyOrder(failed, succeeded, partly);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "was the last successful deploy in May?",
        "did Ann fail the exam?",
        "did the gate fail to close?",
        "has Ann failed her exam?",
        "where was a successful painter born"
      })
  void a_word_for_an_end_that_is_about_something_else_asks_for_no_run(String task) {
    run(OutcomeStatus.SUCCESS);
    run(OutcomeStatus.FAILURE);
    assertThat(gaining(task, "outcome", 0.3)).isEmpty();
  }

  @Test
  void no_run_is_found_by_its_outcome_that_is_not_seen_in_full() {
    memory.add(
        Remembered.episode("deploy").withOutcome(OutcomeStatus.FAILURE),
        it -> it.sensitivity(Sensitivity.MEDIUM));
    assertThat(matching("what failed?")).isEmpty();
    run(OutcomeStatus.SUCCESS);
    RetrieveAnswer answer = memory.ask(ask -> ask.taskDescriptor("what failed?").explain(true));
    assertThat(answer.entries().stream().map(AnswerEntry::explanation).map(CODEC::write))
        .hasSize(2)
        .allMatch(each -> each.contains("\"ranked_by\":\"salience\""));
    String failed = run(OutcomeStatus.FAILURE);
    assertThat(first("what failed?")).isEqualTo(failed);
    assertThat(
            memory.idsFor(
                ask ->
                    ask.taskDescriptor("what failed?")
                        .matchingOnly(true)
                        .memoryTypes(Set.of(MemoryType.SEMANTIC))))
        .isEmpty();
  }

  private String run(@Nullable OutcomeStatus outcome) {
    EpisodicPayload run =
        EpisodicPayload.of(
            List.of(new TimelineEvent(NOW.minus(Duration.ofDays(++facts)), "x", "e", "deploy")),
            List.of());
    return memory.add(outcome == null ? run : run.withOutcome(outcome));
  }
}
