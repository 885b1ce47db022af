package dev.membrane.internal.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CallsUnderWayTest {

  private final CallsUnderWay calls = new CallsUnderWay();
  private final int idle = Runtime.getRuntime().availableProcessors() - 1;

  @Test
  void a_call_takes_one_processor_as_long_as_it_computes() {
    assertThat(calls.spare()).isEqualTo(idle);
    int within = calls.during(() -> calls.during(calls::spare));
    assertThat(within).isEqualTo(idle - 2);
    assertThat(calls.spare()).isEqualTo(idle);
  }

  @Test
  void a_call_that_waits_takes_none() {
    calls.during(
        () -> {
          calls.waiting(() -> assertThat(calls.spare()).isEqualTo(idle));
          assertThat(calls.spare()).isEqualTo(idle - 1);
        });
  }

  @Test
  void a_call_that_fails_gives_its_processor_back() {
    Runnable failing =
        () -> {
          throw new IllegalStateException();
        };
    assertThatThrownBy(() -> calls.during(failing)).isInstanceOf(IllegalStateException.class);
    assertThat(calls.spare()).isEqualTo(idle);
  }
}
