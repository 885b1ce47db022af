package dev.membrane.http;

import dev.membrane.protocol.CallCode;
import dev.membrane.protocol.CallFailure;

/** A request is refused with a status of HTTP before it becomes a call. */
final class HttpRefusal extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient CallFailure failure;

  HttpRefusal(int status, CallCode code, String text) {
    super(text);
    this.status = status;
    this.failure = new CallFailure(code, text);
  }

  int status() {
    return status;
  }

  CallFailure failure() {
    return failure;
  }

  /** Costs nothing: it is an answer, and the trace says nothing. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
