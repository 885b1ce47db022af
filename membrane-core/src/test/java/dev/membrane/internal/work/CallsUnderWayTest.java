package dev.membrane.internal.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.Supplier;
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
    int after =
        calls.during(
            () -> {
              calls.waiting(() -> assertThat(calls.spare()).isEqualTo(idle));
              return calls.spare();
            });
    assertThat(after).isEqualTo(idle - 1);
  }

  @Test
  void a_call_that_fails_gives_its_processor_back() {
    Supplier<Void> failing =
        () -> {
          throw new IllegalStateException();
        };
    assertThatThrownBy(() -> calls.during(failing)).isInstanceOf(IllegalStateException.class);
    assertThat(calls.spare()).isEqualTo(idle);
  }
}
