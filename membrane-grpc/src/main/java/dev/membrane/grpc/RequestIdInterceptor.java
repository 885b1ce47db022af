package dev.membrane.grpc;

import dev.membrane.protocol.CallIds;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import org.slf4j.MDC;

/**
 * Gives each call its id, which goes back to the caller in a trailer of the name of the header.
 * Thread-safe.
 */
final class RequestIdInterceptor implements ServerInterceptor {

  static final Metadata.Key<String> HEADER =
      Metadata.Key.of(CallIds.HEADER, Metadata.ASCII_STRING_MARSHALLER);

  @Override
  public <Q, A> Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    String id = CallIds.of(headers.get(HEADER));
    ServerCall<Q, A> answering =
        new SimpleForwardingServerCall<>(call) {
          @Override
          public void close(Status status, Metadata trailers) {
            trailers.put(HEADER, id);
            super.close(status, trailers);
          }
        };
    MDC.put(CallIds.LOGGED, id);
    try {
      return new Named<>(next.startCall(answering, headers), id);
    } finally {
      MDC.remove(CallIds.LOGGED);
    }
  }

  /** Names the steps in which something may be logged. */
  private static final class Named<Q> extends SurroundedSteps<Q> {

    private final String id;

    Named(Listener<Q> delegate, String id) {
      super(delegate);
      this.id = id;
    }

    @Override
    void step(Runnable step) {
      MDC.put(CallIds.LOGGED, id);
      try {
        step.run();
      } finally {
        MDC.remove(CallIds.LOGGED);
      }
    }
  }
}
