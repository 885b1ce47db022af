package dev.membrane.llm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class RetryAfterTest {

  @Test
  void seconds_and_dates_are_understood_and_nothing_else() {
    assertThat(RetryAfter.parse(" 7 ", FakeTime.START)).contains(Duration.ofSeconds(7));
    assertThat(RetryAfter.parse("0.25", FakeTime.START)).contains(Duration.ofMillis(250));
    assertThat(RetryAfter.parse("Sun, 1 Mar 2026 12:00:30 GMT", FakeTime.START))
        .contains(Duration.ofSeconds(30));
    assertThat(RetryAfter.parse("Sun, 1 Mar 2026 11:00:00 GMT", FakeTime.START))
        .contains(Duration.ZERO);
    assertThat(RetryAfter.parse("soon", FakeTime.START)).isEmpty();
    assertThat(RetryAfter.parse("-3", FakeTime.START)).isEmpty();
  }
}
