package dev.membrane.grpc;

import dev.membrane.spi.Observer;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells an observer how each call ended, and the log at debug level: method, status, duration,
 * peer. It never tells the content of a request, an answer, a header or a status text, since all of
 * these can hold private data. Thread-safe.
 */
final class CallObserverInterceptor implements ServerInterceptor {

  private static final Logger LOG = LoggerFactory.getLogger(CallObserverInterceptor.class);

  private final Observer observer;
  private final LongSupplier nanos;

  /** Measures with a clock of nanoseconds that never goes back. */
  CallObserverInterceptor(Observer observer, LongSupplier nanos) {
    this.observer = observer;
    this.nanos = nanos;
  }

  @Override
  public <Q, A> Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    EndingCall<Q, A> ending = new EndingCall<>(call);
    return new SimpleForwardingServerCallListener<>(next.startCall(ending, headers)) {
      @Override
      public void onCancel() {
        ending.tell(Status.Code.CANCELLED);
        super.onCancel();
      }
    };
  }

  /** Tells of the first end only: a call that was answered may still be cancelled. */
  private final class EndingCall<Q, A> extends SimpleForwardingServerCall<Q, A> {

    private final long start = nanos.getAsLong();
    private final AtomicBoolean isTold = new AtomicBoolean();

    EndingCall(ServerCall<Q, A> call) {
      super(call);
    }

    @Override
    public void close(Status status, Metadata trailers) {
      tell(status.getCode());
      super.close(status, trailers);
    }

    void tell(Status.Code code) {
      if (!isTold.compareAndSet(false, true)) {
        return;
      }
      Duration took = Duration.ofNanos(nanos.getAsLong() - start);
      String method = getMethodDescriptor().getFullMethodName();
      observer.call(method, code.name(), took);
      LOG.atDebug()
          .addKeyValue("method", method)
          .addKeyValue("status", code)
          .addKeyValue("micros", took.toNanos() / 1_000)
          .addKeyValue("peer", () -> Peer.of(delegate()))
          .log("call");
    }
  }
}
