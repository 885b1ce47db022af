package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What a client sees of a call that fails. */
final class Refusals {

  private Refusals() {}

  static void assertRefused(ThrowingCallable call, Status.Code code, String text) {
    Status status = refusalOf(call);
    assertThat(status.getCode()).as("%s", status).isEqualTo(code);
    assertThat(status.getDescription()).isEqualTo(text);
  }

  static void assertInvalid(ThrowingCallable call, String text) {
    assertRefused(call, Status.Code.INVALID_ARGUMENT, text);
  }

  static Status refusalOf(ThrowingCallable call) {
    StatusRuntimeException refusal = catchThrowableOfType(StatusRuntimeException.class, call);
    assertThat(refusal).as("the call should have been refused").isNotNull();
    return refusal.getStatus();
  }
}
