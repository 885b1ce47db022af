package dev.membrane.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.internal.engine.ProcedureOutcomes.Use;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcedureOutcomesTest {

  private static Use use(int at, boolean isReported) {
    return new Use(Instant.ofEpochSecond(at), "episode-" + at, at % 2 == 0, isReported);
  }

  private static ProcedureOutcomes reported(int count) {
    ProcedureOutcomes outcomes = ProcedureOutcomes.NONE;
    for (int i = 0; i < count; i++) {
      outcomes = outcomes.with(use(i, true));
    }
    return outcomes;
  }

  @Test
  void the_latest_are_kept_and_all_that_were_reported_are_counted() {
    ProcedureOutcomes outcomes = reported(31);
    assertThat(outcomes.uses()).hasSize(ProcedureOutcomes.MOST).startsWith(use(11, true));
    assertThat(outcomes.reported()).isEqualTo(new EndedRuns(16, 31));
    assertThat(ProcedureOutcomes.parse(outcomes.text())).isEqualTo(outcomes);
  }

  @Test
  void a_use_that_is_reported_again_counts_once() {
    assertThat(reported(5).with(use(3, true))).isEqualTo(reported(5));
    assertThat(reported(31).with(use(3, true))).isEqualTo(reported(31));
    assertThat(reported(31).with(use(30, true))).isEqualTo(reported(31));
  }

  @Test
  void what_learning_has_counted_is_not_counted_again() {
    ProcedureOutcomes outcomes = reported(4).learned(List.of(use(2, false), use(3, false)));
    assertThat(outcomes.reported()).isEqualTo(new EndedRuns(1, 2));
    assertThat(outcomes.uses()).hasSize(4);
  }

  @Test
  void what_earlier_versions_wrote_is_read() {
    ProcedureOutcomes outcomes = ProcedureOutcomes.parse("ssf");
    assertThat(outcomes.uses()).extracting(Use::isSuccess).containsExactly(true, true, false);
    assertThat(outcomes.reported()).isEqualTo(EndedRuns.NONE);
  }
}
