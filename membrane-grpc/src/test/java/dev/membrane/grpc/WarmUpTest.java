package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

/** What is done to make the first call a fast one. */
class WarmUpTest {

  @Test
  void its_call_is_answered_time_and_again() {
    assertThatCode(WarmUp::run).doesNotThrowAnyException();
    assertThatCode(WarmUp::run).doesNotThrowAnyException();
  }
}
