package dev.membrane.grpc;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.function.Supplier;

/**
 * Catches everything that a call throws, also while its request is decoded, and ends the call with
 * the status that {@link StatusMapping} has for it. Otherwise grpc-java would answer UNKNOWN or
 * INTERNAL. It also refuses a call without a request. Thread-safe.
 */
final class FailureInterceptor implements ServerInterceptor {

  private final StatusMapping statuses;

  FailureInterceptor(StatusMapping statuses) {
    this.statuses = statuses;
  }

  @Override
  public <Q, A> Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    Supervised<Q, A> supervised = new Supervised<>(call, statuses);
    Listener<Q> nobody = new Listener<>() {};
    return new Watched<>(
        supervised.guard(() -> next.startCall(supervised, headers), nobody), supervised);
  }

  /**
   * Knows whether the call was answered. Its callbacks are serialized by grpc; what ends it from
   * outside, such as a request that takes too long to arrive, comes from threads of its own.
   */
  private static final class Supervised<Q, A> extends SimpleForwardingServerCall<Q, A> {

    private final StatusMapping statuses;
    private volatile boolean closed;

    Supervised(ServerCall<Q, A> call, StatusMapping statuses) {
      super(call);
      this.statuses = statuses;
    }

    /** Whoever comes first ends the call. */
    @Override
    public synchronized void close(Status status, Metadata trailers) {
      if (!closed) {
        closed = true;
        if (status.isOk()) {
          statuses.answered(getMethodDescriptor().getFullMethodName());
        }
        super.close(status, trailers);
      }
    }

    /** A supervised boundary catches everything: a caller waits, and the thread has to go on. */
    <T> T guard(Supplier<T> step, T otherwise) {
      try {
        return step.get();
      } catch (Throwable thrown) {
        Status status = statuses.of(getMethodDescriptor().getFullMethodName(), thrown);
        fail(status, StatusDetails.of(status, thrown));
        return otherwise;
      }
    }

    void fail(Status status, Metadata details) {
      if (!closed && !isCancelled()) {
        close(status, details);
      }
    }
  }

  private static final class Watched<Q> extends SimpleForwardingServerCallListener<Q> {

    private final Supervised<Q, ?> call;
    private boolean isAsked;

    Watched(Listener<Q> delegate, Supervised<Q, ?> call) {
      super(delegate);
      this.call = call;
    }

    @Override
    public void onMessage(Q message) {
      isAsked = true;
      step(() -> super.onMessage(message));
    }

    @Override
    public void onHalfClose() {
      if (!isAsked && call.getMethodDescriptor().getType().clientSendsOneMessage()) {
        call.fail(Status.INVALID_ARGUMENT.withDescription("no request was sent"), new Metadata());
      }
      step(super::onHalfClose);
    }

    @Override
    public void onReady() {
      step(super::onReady);
    }

    @Override
    public void onCancel() {
      always(super::onCancel);
    }

    @Override
    public void onComplete() {
      always(super::onComplete);
    }

    /** A call that was answered has no further steps. */
    private void step(Runnable step) {
      if (!call.closed) {
        always(step);
      }
    }

    private void always(Runnable step) {
      call.guard(
          () -> {
            step.run();
            return true;
          },
          false);
    }
  }
}
