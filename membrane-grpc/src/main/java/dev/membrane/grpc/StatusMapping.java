package dev.membrane.grpc;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.membrane.CancelledException;
import dev.membrane.protocol.CallFailure;
import dev.membrane.protocol.CallFailures;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.function.Supplier;

/** Turns what {@link CallFailures} says about a call into a gRPC status. Thread-safe. */
final class StatusMapping {

  /**
   * Code points of a description. It travels in a header, where a code point can take twelve bytes
   * and clients accept 8 KiB by default.
   */
  private static final int MAX_DESCRIPTION_LENGTH = 500;

  private final CallFailures failures;

  StatusMapping(Supplier<String> faultIds) {
    this.failures = new CallFailures(faultIds);
  }

  /**
   * The status for whatever a call threw.
   *
   * @param method the full name of what was called
   */
  Status of(String method, Throwable thrown) {
    Status status = classify(method, thrown);
    String description = status.getDescription();
    return description == null ? status : status.withDescription(clipped(description));
  }

  /** What a caller learns of what a call threw, other than a refusal of grpc itself. */
  CallFailure failure(String method, Throwable thrown) {
    return failures.of(method, thrown);
  }

  /** Notes that a call was answered. */
  void answered(String method) {
    failures.answered(method);
  }

  private Status classify(String method, Throwable thrown) {
    if (thrown instanceof CancelledException) {
      Status ended = Contexts.statusFromCancelled(Context.current());
      return ended == null ? Status.CANCELLED : ended.withCause(null);
    }
    return thrown instanceof StatusRuntimeException refused
        ? ofGrpc(method, refused)
        : of(failures.of(method, thrown));
  }

  /** The status for a failure. */
  static Status of(CallFailure failure) {
    return Status.Code.valueOf(failure.code().name()).toStatus().withDescription(failure.text());
  }

  /** What grpc itself throws while it reads a request. */
  private Status ofGrpc(String method, StatusRuntimeException refused) {
    if (refused.getCause() instanceof InvalidProtocolBufferException malformed) {
      return of(failures.of(method, malformed));
    }
    boolean isTooLarge = refused.getStatus().getCode() == Status.Code.RESOURCE_EXHAUSTED;
    return isTooLarge ? refused.getStatus().withCause(null) : of(failures.of(method, refused));
  }

  /** A blank at the end would be the loss of the whole: HTTP/2 has no header that ends in one. */
  private static String clipped(String description) {
    String text = description.stripTrailing();
    if (text.codePointCount(0, text.length()) <= MAX_DESCRIPTION_LENGTH) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, MAX_DESCRIPTION_LENGTH)) + "…";
  }
}
