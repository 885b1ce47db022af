package dev.membrane.grpc;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line per call at debug level: method, status, duration, peer. Never what is in a request, an
 * answer, a header or a status text, since all of them can hold what somebody wants remembered and
 * not read. Thread-safe.
 */
final class CallLog implements ServerInterceptor {

  private static final Logger LOG = LoggerFactory.getLogger(CallLog.class);

  private final LongSupplier nanos;

  /** Measures with a clock of nanoseconds that never goes back. */
  CallLog(LongSupplier nanos) {
    this.nanos = nanos;
  }

  @Override
  public <Q, A> Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    if (!LOG.isDebugEnabled()) {
      return next.startCall(call, headers);
    }
    long start = nanos.getAsLong();
    ServerCall<Q, A> logged =
        new SimpleForwardingServerCall<>(call) {
          @Override
          public void close(Status status, Metadata trailers) {
            log(call, status.getCode(), start);
            super.close(status, trailers);
          }
        };
    return new SimpleForwardingServerCallListener<>(next.startCall(logged, headers)) {
      @Override
      public void onCancel() {
        log(call, Status.Code.CANCELLED, start);
        super.onCancel();
      }
    };
  }

  private void log(ServerCall<?, ?> call, Status.Code code, long start) {
    LOG.debug(
        "{} {} in {} us from {}",
        call.getMethodDescriptor().getFullMethodName(),
        code,
        TimeUnit.NANOSECONDS.toMicros(nanos.getAsLong() - start),
        Peer.of(call));
  }
}
