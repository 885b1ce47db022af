package dev.membrane.grpc;

import dev.membrane.spi.Tracer;
import dev.membrane.spi.Tracer.Call;
import dev.membrane.spi.Tracer.Incoming;
import dev.membrane.spi.Tracer.Protocol;
import dev.membrane.spi.Tracer.Span;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Has a tracer follow each call from its headers to its end, on whatever threads. What the caller
 * has begun comes in the metadata. Thread-safe.
 */
final class TracingInterceptor implements ServerInterceptor {

  private final Tracer tracer;

  /** Of the few headers that a tracer reads: to make one takes longer than to read it. */
  private final Map<String, Metadata.Key<String>> keys = new ConcurrentHashMap<>();

  TracingInterceptor(Tracer tracer) {
    this.tracer = tracer;
  }

  @Override
  public <Q, A> Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    String method = call.getMethodDescriptor().getFullMethodName();
    Call traced =
        tracer.call(
            new Incoming(Protocol.GRPC, method, ""),
            name -> headers.get(keys.computeIfAbsent(name, TracingInterceptor::key)));
    ServerCall<Q, A> answering =
        new SimpleForwardingServerCall<>(call) {
          @Override
          public void close(Status status, Metadata trailers) {
            super.close(status, trailers);
            traced.end(status.getCode().name());
          }
        };
    Span entered = traced.enter();
    try {
      return new Followed<>(next.startCall(answering, headers), traced);
    } finally {
      entered.close();
    }
  }

  private static Metadata.Key<String> key(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }

  /** Works for the call in every step. */
  private static final class Followed<Q> extends SurroundedSteps<Q> {

    private final Call traced;

    Followed(Listener<Q> delegate, Call traced) {
      super(delegate);
      this.traced = traced;
    }

    @Override
    public void onReady() {
      step(super::onReady);
    }

    @Override
    public void onCancel() {
      super.onCancel();
      traced.end(Status.Code.CANCELLED.name());
    }

    @Override
    void step(Runnable step) {
      Span entered = traced.enter();
      try {
        step.run();
      } finally {
        entered.close();
      }
    }
  }
}
