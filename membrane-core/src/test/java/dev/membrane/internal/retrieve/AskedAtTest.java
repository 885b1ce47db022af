package dev.membrane.internal.retrieve;

import static dev.membrane.internal.retrieve.Remembered.HALF_LIFE;
import static dev.membrane.internal.retrieve.Remembered.NOW;
import static dev.membrane.internal.retrieve.Remembered.fact;
import static dev.membrane.internal.retrieve.Remembered.salience;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.Timestamps;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.Validity;
import dev.membrane.schema.ValidityMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AskedAtTest {

  private static final Duration DAYS = Duration.ofDays(60);

  private final Remembered memory = new Remembered();

  @Test
  void relative_dates_are_those_of_the_instant_that_is_asked_at() {
    String early = bought(NOW.minus(DAYS));
    String late = bought(NOW.minus(Duration.ofDays(1)));
    String task = "which tea was bought yesterday";
    assertThat(memory.idsFor(ask -> ask.taskDescriptor(task))).containsExactly(late, early);
    assertThat(
            memory.idsFor(
                ask -> ask.taskDescriptor(task).now(NOW.minus(DAYS).plus(Duration.ofDays(1)))))
        .containsExactly(early, late);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "what was bought on 31 Dec 10 pounds",
        "what was bought on 12/31/2025",
        "what was bought on 31-12-2025",
        "what was bought last December",
        "what was bought in December last year"
      })
  void the_day_that_a_question_names_is_first(String task) {
    String asked = bought(Instant.parse("2025-12-31T12:00:00Z"));
    bought(Instant.parse("2024-12-10T12:00:00Z"));
    bought(Instant.parse("2025-11-10T12:00:00Z"));
    List<AnswerEntry> entries = memory.ask(ask -> ask.taskDescriptor(task)).entries();
    assertThat(entries.get(0).record().id()).isEqualTo(asked);
    assertThat(entries.get(0).score()).isGreaterThan(entries.get(1).score());
  }

  @Test
  void salience_is_that_of_the_instant() {
    memory.add(fact("a", "b"), salience(0.8));
    Instant later = NOW.plusSeconds(HALF_LIFE);
    MemoryRecord record = memory.ask(ask -> ask.now(later)).records().get(0);
    assertThat(record.salience()).isCloseTo(0.4, within(1e-12));
    assertThat(
            memory.ask(ask -> ask.now(later)).entries().stream().map(AnswerEntry::score).toList())
        .containsExactly(record.salience());
    assertThat(memory.ask(ask -> ask.now(later).minSalience(0.5)).results()).isEmpty();
  }

  @Test
  void facts_are_answered_that_hold_at_the_instant() {
    String holds = memory.add(fact("a", "b"));
    String held = memory.add(fact("a", "b", until(NOW.minusSeconds(60))));
    assertThat(memory.idsFor(ask -> ask)).containsExactly(holds);
    assertThat(memory.idsFor(ask -> ask.now(NOW.minusSeconds(90)))).containsExactly(holds, held);
  }

  @Test
  void what_was_stored_after_the_instant_is_answered_too() {
    String id = memory.add(fact("apple", "red"));
    for (Instant asked : List.of(Timestamps.MIN, NOW.minus(DAYS), Timestamps.MAX)) {
      assertThat(memory.idsFor(ask -> ask.now(asked).taskDescriptor("apple"))).containsExactly(id);
    }
  }

  @Test
  void an_instant_that_no_timestamp_can_say_is_refused() {
    assertThatThrownBy(() -> memory.ask(ask -> ask.now(Instant.MAX)))
        .isInstanceOf(ValidationException.class)
        .hasMessageStartingWith("invalid timestamp: \"");
  }

  private String bought(Instant at) {
    return memory.add(
        EpisodicPayload.of(List.of(new TimelineEvent(at, "x", "e", "bought tea")), List.of()));
  }

  private static Validity until(Instant end) {
    return new Validity(ValidityMode.TIMEBOXED, null, null, end);
  }
}
