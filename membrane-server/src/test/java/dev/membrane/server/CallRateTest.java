package dev.membrane.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.Permission;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CallRateTest {

  private final AtomicLong time = new AtomicLong(1);

  @Test
  void a_burst_is_a_seconds_worth_and_refills_evenly() {
    CallRate limit = new CallRate(4, time::get);
    assertThat(admitted(limit, "address", 6)).isEqualTo(4);

    pass(Duration.ofMillis(249));
    assertThat(admitted(limit, "address", 1)).isZero();
    pass(Duration.ofMillis(1));
    assertThat(admitted(limit, "address", 2)).isEqualTo(1);

    pass(Duration.ofHours(1));
    assertThat(admitted(limit, "address", 6)).isEqualTo(4);
  }

  @Test
  void less_than_a_call_per_second_is_one_call_each_so_many_seconds() {
    CallRate limit = new CallRate(0.5, time::get);
    assertThat(admitted(limit, "address", 2)).isEqualTo(1);

    pass(Duration.ofMillis(1_999));
    assertThat(admitted(limit, "address", 1)).isZero();
    pass(Duration.ofMillis(1));
    assertThat(admitted(limit, "address", 2)).isEqualTo(1);
  }

  @Test
  void every_rate_that_can_be_configured_is_possible() {
    assertThat(admitted(new CallRate(Double.MIN_VALUE, time::get), "address", 2)).isEqualTo(1);
    assertThat(admitted(new CallRate(1_000_000, time::get), "address", 3)).isEqualTo(3);
    assertThat(admitted(new CallRate(2.7, time::get), "address", 5)).isEqualTo(2);
  }

  @Test
  void addresses_do_not_share() {
    CallRate limit = new CallRate(1, time::get);
    assertThat(admitted(limit, "one", 2)).isEqualTo(1);
    assertThat(admitted(limit, "other", 2)).isEqualTo(1);
  }

  @Test
  void principals_are_told_apart_wherever_they_call_from() {
    CallRate limit = new CallRate(1, time::get);
    assertThat(limit.admits(principal("a"), "one")).isTrue();
    assertThat(limit.admits(principal("a"), "other")).isFalse();
    assertThat(limit.admits(principal("b"), "one")).isTrue();
    assertThat(limit.admits(principal("one"), "a")).isTrue();
    assertThat(limit.admits(Caller.ANONYMOUS, "one")).isTrue();
    assertThat(limit.admits(Caller.ANONYMOUS, "a")).isTrue();
  }

  @Test
  void only_so_many_addresses_are_remembered_and_those_that_called_last() {
    CallRate limit = new CallRate(1, time::get);
    limit.admits(Caller.ANONYMOUS, "eldest");
    limit.admits(Caller.ANONYMOUS, "busy");
    for (int i = 0; i < CallRate.MAX_ADDRESSES - 1; i++) {
      limit.admits(Caller.ANONYMOUS, "busy");
      limit.admits(Caller.ANONYMOUS, "address " + i);
    }

    assertThat(limit.admits(Caller.ANONYMOUS, "busy")).isFalse();
    assertThat(limit.admits(Caller.ANONYMOUS, "eldest")).isTrue();
  }

  private static int admitted(CallRate limit, String address, int calls) {
    int admitted = 0;
    for (int i = 0; i < calls; i++) {
      admitted += limit.admits(Caller.ANONYMOUS, address) ? 1 : 0;
    }
    return admitted;
  }

  private static Caller principal(String name) {
    return Caller.named(name).permitted(Set.of(Permission.INGEST));
  }

  private void pass(Duration more) {
    time.addAndGet(more.toNanos());
  }
}
