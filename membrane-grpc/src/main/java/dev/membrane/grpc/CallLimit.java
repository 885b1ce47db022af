package dev.membrane.grpc;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Bounds the calls that are under way at once, which bounds what can queue for the worker threads.
 * The bound is here and not on the queue of the executor, because grpc-java breaks the connection
 * of a call whose task an executor rejects, while a call refused here gets a status. Thread-safe.
 */
final class CallLimit implements ServerInterceptor {

  private final int max;
  private final Status refusal;
  private final AtomicInteger underWay = new AtomicInteger();

  CallLimit(int max) {
    this.max = max;
    this.refusal =
        Status.RESOURCE_EXHAUSTED.withDescription(
            "more than " + max + " calls at once, try again later");
  }

  @Override
  public <Q, A> Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    if (underWay.incrementAndGet() > max) {
      underWay.decrementAndGet();
      call.close(refusal, new Metadata());
      return new Listener<>() {};
    }
    return started(call, headers, next);
  }

  private <Q, A> Listener<Q> started(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    boolean isStarted = false;
    try {
      Listener<Q> listener = new Releasing<>(next.startCall(call, headers));
      isStarted = true;
      return listener;
    } finally {
      if (!isStarted) {
        underWay.decrementAndGet();
      }
    }
  }

  /** Every call ends with exactly one of these two callbacks. */
  private final class Releasing<Q> extends SimpleForwardingServerCallListener<Q> {

    Releasing(Listener<Q> delegate) {
      super(delegate);
    }

    @Override
    public void onCancel() {
      underWay.decrementAndGet();
      super.onCancel();
    }

    @Override
    public void onComplete() {
      underWay.decrementAndGet();
      super.onComplete();
    }
  }
}
