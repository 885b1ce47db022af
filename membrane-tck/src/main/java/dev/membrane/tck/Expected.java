package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/**
 * Checks that a call is refused with a certain exception. AssertJ's own check of a throwable has no
 * words for a call that throws nothing.
 */
final class Expected {

  private Expected() {}

  /** Asserts that a call is refused, and says with which exception where it is not. */
  static <T extends Throwable> AbstractThrowableAssert<?, T> refusal(
      Class<T> type, ThrowingCallable call) {
    return refusal(type, "the call", call);
  }

  /**
   * The same of a call that the failure says something of.
   *
   * @param what the call in words
   */
  static <T extends Throwable> AbstractThrowableAssert<?, T> refusal(
      Class<T> type, String what, ThrowingCallable call) {
    Throwable thrown = catchThrowable(call);
    String expected = what + ": expected to be refused with " + type.getSimpleName();
    assertThat(thrown).as(expected).isNotNull().isInstanceOf(type);
    return assertThat(type.cast(thrown)).as(expected);
  }
}
