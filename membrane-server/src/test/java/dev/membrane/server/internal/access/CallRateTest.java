package dev.membrane.server.internal.access;

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
  void who_is_refused_learns_when_a_call_may_be_made_again() {
    CallRate limit = new CallRate(100, time::get);
    assertThat(limit.take(Caller.ANONYMOUS, "address")).isZero();
    limit.count(Caller.ANONYMOUS, "address", 999);
    assertThat(limit.take(Caller.ANONYMOUS, "address")).isEqualTo(Duration.ofMillis(9_010));

    pass(Duration.ofMillis(9_009));
    assertThat(limit.take(Caller.ANONYMOUS, "address")).isEqualTo(Duration.ofMillis(1));
    pass(Duration.ofMillis(1));
    assertThat(limit.take(Caller.ANONYMOUS, "address")).isZero();
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
    assertThat(limit.take(principal("a"), "one")).isZero();
    assertThat(limit.take(principal("a"), "other")).isPositive();
    assertThat(limit.take(principal("b"), "one")).isZero();
    assertThat(limit.take(principal("one"), "a")).isZero();
    assertThat(limit.take(Caller.ANONYMOUS, "one")).isZero();
    assertThat(limit.take(Caller.ANONYMOUS, "a")).isZero();
  }

  @Test
  void only_so_many_addresses_are_remembered_and_those_that_called_last() {
    CallRate limit = new CallRate(1, time::get);
    limit.take(Caller.ANONYMOUS, "eldest");
    limit.take(Caller.ANONYMOUS, "busy");
    for (int i = 0; i < CallRate.MAX_ADDRESSES - 1; i++) {
      limit.take(Caller.ANONYMOUS, "busy");
      limit.take(Caller.ANONYMOUS, "address " + i);
    }

    assertThat(limit.take(Caller.ANONYMOUS, "busy")).isPositive();
    assertThat(limit.take(Caller.ANONYMOUS, "eldest")).isZero();
  }

  private static int admitted(CallRate limit, String address, int calls) {
    int admitted = 0;
    for (int i = 0; i < calls; i++) {
      admitted += limit.take(Caller.ANONYMOUS, address).isZero() ? 1 : 0;
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
