package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Checks that a call is refused with a certain exception. */
final class Expected {

  private Expected() {}

  /** Asserts that a call is refused, and says with which exception where it is not. */
  static void refusal(Class<? extends Throwable> type, ThrowingCallable call) {
    refusal(type, "the call", call);
  }

  /**
   * The same of a call that the failure says something of.
   *
   * @param what the call in words
   */
  static void refusal(Class<? extends Throwable> type, String what, ThrowingCallable call) {
    Throwable thrown = catchThrowable(call);
    assertThat(thrown)
        .as("%s: expected to be refused with %s", what, type.getSimpleName())
        .isNotNull()
        .isInstanceOf(type);
  }
}
