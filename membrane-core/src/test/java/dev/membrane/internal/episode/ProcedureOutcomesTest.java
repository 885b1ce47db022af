package dev.membrane.internal.episode;

import static dev.membrane.internal.episode.ProcedureUse.Counting.BY_LEARNING;
import static dev.membrane.internal.episode.ProcedureUse.Counting.BY_REPORT;
import static dev.membrane.internal.episode.ProcedureUse.Counting.BY_REPORT_UNTIL_LEARNED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.internal.episode.ProcedureUse.Counting;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcedureOutcomesTest {

  private static ProcedureUse use(int at, Counting counting) {
    return new ProcedureUse(Instant.ofEpochSecond(at), "episode-" + at, at % 2 == 0, counting);
  }

  private static ProcedureOutcomes reported(int count) {
    return reported(count, BY_REPORT);
  }

  private static ProcedureOutcomes reported(int count, Counting counting) {
    ProcedureOutcomes outcomes = ProcedureOutcomes.NONE;
    for (int i = 0; i < count; i++) {
      outcomes = outcomes.with(use(i, counting), false);
    }
    return outcomes;
  }

  @Test
  void the_latest_are_kept_and_all_that_were_reported_are_counted() {
    ProcedureOutcomes outcomes = reported(31);
    assertThat(outcomes.uses()).hasSize(ProcedureOutcomes.MAX).startsWith(use(11, BY_REPORT));
    assertThat(outcomes.reported()).isEqualTo(new EndedRuns(16, 31));
    assertThat(ProcedureOutcomes.parse(outcomes.text())).isEqualTo(outcomes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0001-01-01T00:00:00Z", "1600-01-01T00:00:00Z", "9999-12-31T23:59:59Z"})
  void a_use_may_be_of_any_time_of_a_record(Instant at) {
    ProcedureOutcomes outcomes =
        ProcedureOutcomes.NONE.with(new ProcedureUse(at, "run", true, BY_REPORT), false);
    assertThat(ProcedureOutcomes.parse(outcomes.text())).isEqualTo(outcomes);
  }

  @Test
  void a_use_that_is_reported_again_counts_once() {
    assertThat(reported(5).with(use(3, BY_REPORT), true)).isEqualTo(reported(5));
    assertThat(reported(31).with(use(3, BY_REPORT), true)).isEqualTo(reported(31));
    assertThat(reported(31).with(use(30, BY_REPORT), true)).isEqualTo(reported(31));
  }

  @Test
  void what_learning_has_counted_is_not_counted_again() {
    List<ProcedureUse> learned = List.of(use(2, BY_LEARNING), use(3, BY_LEARNING));
    ProcedureOutcomes outcomes = reported(4).learned(learned);
    assertThat(outcomes.reported()).isEqualTo(new EndedRuns(1, 2));
    assertThat(outcomes.uses()).hasSize(4);
  }

  @Test
  void however_many_were_reported_before_learning_they_count_once() {
    ProcedureOutcomes before = reported(50, BY_REPORT_UNTIL_LEARNED);
    assertThat(before.reported()).isEqualTo(new EndedRuns(25, 50));
    assertThat(ProcedureOutcomes.parse(before.text())).isEqualTo(before);
    List<ProcedureUse> latest =
        IntStream.range(30, 50).mapToObj(at -> use(at, BY_LEARNING)).toList();
    ProcedureOutcomes after = before.learned(latest);
    assertThat(after.reported()).isEqualTo(EndedRuns.NONE);
    assertThat(after.uses()).isEqualTo(latest);
    // One of the latest, and one that is not.
    assertThat(after.with(use(40, BY_REPORT_UNTIL_LEARNED), true).reported())
        .isEqualTo(EndedRuns.NONE);
    ProcedureUse old =
        new ProcedureUse(Instant.ofEpochSecond(99), "episode-3", true, BY_REPORT_UNTIL_LEARNED);
    assertThat(after.with(old, true)).isEqualTo(after);
  }

  @Test
  void what_earlier_versions_wrote_is_read() {
    ProcedureOutcomes outcomes = ProcedureOutcomes.parse("ssf");
    assertThat(outcomes.uses())
        .extracting(ProcedureUse::isSuccess)
        .containsExactly(true, true, false);
    assertThat(outcomes.reported()).isEqualTo(EndedRuns.NONE);
  }

  @Test
  void the_tools_that_a_run_called_are_kept_when_it_is_learned_from() {
    Set<String> tools = ToolCodes.of(List.of("find", "cancel"));
    ProcedureUse named =
        new ProcedureUse(
            Instant.ofEpochSecond(3), "episode-3", false, BY_REPORT_UNTIL_LEARNED, tools);
    ProcedureUse toolless =
        new ProcedureUse(Instant.ofEpochSecond(4), "episode-4", false, BY_REPORT, Set.of());
    ProcedureOutcomes before = ProcedureOutcomes.NONE.with(named, false).with(toolless, false);
    ProcedureOutcomes after = before.learned(List.of(use(3, BY_LEARNING)));
    assertThat(after.uses()).extracting(ProcedureUse::called).containsExactly(tools, Set.of());
    assertThat(after.uses()).extracting(ProcedureUse::isNamedFailure).containsOnly(true);
    assertThat(ProcedureOutcomes.parse(after.text())).isEqualTo(after);
    assertThat(ProcedureOutcomes.isSound(after.text())).isTrue();
    for (String wrong : List.of("2,b,a", "2,a,a", "1,a,b", "1", "2,a,b 2,a,b")) {
      assertThat(ProcedureOutcomes.isSound("0/0 0/0 f3000000:episode-3 " + wrong)).isFalse();
    }
    assertThat(ProcedureOutcomes.isSound("0/0 0/0 f3000000:episode-3 2,a,b")).isTrue();
    // Earlier versions read the first two words that begin with a digit, and ignore others.
    assertThat(after.text())
        .matches("0/0 0/0 f3000000:episode-3 2,[^ ,]+,[^ ,]+ F4000000:episode-4 0");
  }

  @Test
  void tools_have_different_codes_and_a_large_set_has_none() {
    assertThat("Aa").hasSameHashCodeAs("BB");
    assertThat(ToolCodes.of(List.of("Aa", "BB"))).hasSize(2);
    List<String> many = IntStream.range(0, 65).mapToObj(i -> "tool-" + i).toList();
    assertThat(ToolCodes.of(many)).isEmpty();
    assertThat(ToolCodes.of(many.subList(1, 65))).hasSize(64);
  }
}
