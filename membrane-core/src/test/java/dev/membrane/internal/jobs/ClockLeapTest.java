package dev.membrane.internal.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ClockLeapTest {

  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private final AtomicLong nanos = new AtomicLong(-5);
  private final ClockLeap leap = new ClockLeap(START, nanos::get);
  private Instant now = START;

  @Test
  void time_that_passes_is_no_leap() {
    for (int day = 0; day < 9; day++) {
      pass(Duration.ofDays(5));
      assertThat(leap.isDoubted(now)).isFalse();
    }
  }

  @Test
  void a_leap_is_believed_after_a_while() {
    jump(Duration.ofDays(400));
    assertThat(leap.isDoubted(now)).isTrue();
    pass(ClockLeap.DOUBTED.minusSeconds(1));
    assertThat(leap.isDoubted(now)).isTrue();
    pass(Duration.ofSeconds(1));
    assertThat(leap.isDoubted(now)).isFalse();
  }

  @Test
  void a_leap_by_less_than_is_noticed_is_believed() {
    jump(ClockLeap.NOTICED);
    assertThat(leap.isDoubted(now)).isFalse();
    jump(ClockLeap.NOTICED.plusNanos(1));
    assertThat(leap.isDoubted(now)).isTrue();
  }

  @Test
  void a_clock_that_returns_and_leaps_again_is_doubted_again() {
    jump(Duration.ofDays(400));
    assertThat(leap.isDoubted(now)).isTrue();
    jump(Duration.ofDays(-400));
    pass(Duration.ofHours(2));
    assertThat(leap.isDoubted(now)).isFalse();
    jump(Duration.ofDays(400));
    assertThat(leap.isDoubted(now)).isTrue();
  }

  @Test
  void the_time_between_two_looks_counts() {
    pass(Duration.ofHours(3));
    jump(Duration.ofDays(400));
    assertThat(leap.isDoubted(now)).isTrue();
    pass(Duration.ofDays(3));
    assertThat(leap.isDoubted(now)).isFalse();
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
    now = now.plus(time);
  }

  private void jump(Duration time) {
    now = now.plus(time);
  }
}
