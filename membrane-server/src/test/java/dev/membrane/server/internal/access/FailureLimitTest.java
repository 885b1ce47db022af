package dev.membrane.server.internal.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class FailureLimitTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(START);
  private final FailureLimit limit = new FailureLimit(now::get);

  @Test
  void an_address_may_fail_as_often_as_the_limit_in_a_window() {
    fail("a", FailureLimit.MAX_FAILURES - 1);
    assertThat(limit.isReached("a")).isFalse();

    fail("a", 1);
    assertThat(limit.isReached("a")).isTrue();
    assertThat(limit.isReached("b")).isFalse();
  }

  @Test
  void the_next_window_begins_anew() {
    fail("a", FailureLimit.MAX_FAILURES);
    now.set(START.plus(FailureLimit.WINDOW).minusNanos(1));
    assertThat(limit.isReached("a")).isTrue();

    now.set(START.plus(FailureLimit.WINDOW));
    assertThat(limit.isReached("a")).isFalse();
    fail("a", FailureLimit.MAX_FAILURES);
    assertThat(limit.isReached("a")).isTrue();
  }

  @Test
  void a_clock_that_is_set_back_prolongs_no_window() {
    fail("a", FailureLimit.MAX_FAILURES);
    now.set(START.minusSeconds(1));
    assertThat(limit.isReached("a")).isFalse();
  }

  @Test
  void only_so_many_addresses_are_remembered() {
    fail("first", FailureLimit.MAX_FAILURES);
    for (int i = 0; i < 10_000; i++) {
      limit.count("other " + i);
    }

    assertThat(limit.isReached("first")).isFalse();
  }

  private void fail(String address, int times) {
    for (int i = 0; i < times; i++) {
      limit.count(address);
    }
  }
}
