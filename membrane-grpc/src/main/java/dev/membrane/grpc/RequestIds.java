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
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Gives each call an id, which every line has that is logged while the call is worked on, and which
 * goes back to the caller in the trailer {@code x-request-id}. A caller may choose it by a header
 * of that name; what could forge a line of the log or fill it is not taken. Thread-safe.
 */
final class RequestIds implements ServerInterceptor {

  static final Metadata.Key<String> HEADER =
      Metadata.Key.of("x-request-id", Metadata.ASCII_STRING_MARSHALLER);

  private static final String LOGGED = "request";
  private static final Pattern TAKEN = Pattern.compile("[A-Za-z0-9._:/+=@-]{1,128}");

  private final Supplier<String> ids;

  RequestIds(Supplier<String> ids) {
    this.ids = ids;
  }

  @Override
  public <Q, A> Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    String id = idOf(headers.get(HEADER));
    ServerCall<Q, A> answering =
        new SimpleForwardingServerCall<>(call) {
          @Override
          public void close(Status status, Metadata trailers) {
            trailers.put(HEADER, id);
            super.close(status, trailers);
          }
        };
    return new Named<>(named(id, () -> next.startCall(answering, headers)), id);
  }

  private String idOf(@Nullable String wanted) {
    return wanted != null && TAKEN.matcher(wanted).matches() ? wanted : ids.get();
  }

  private static <T> T named(String id, Supplier<T> step) {
    MDC.put(LOGGED, id);
    try {
      return step.get();
    } finally {
      MDC.remove(LOGGED);
    }
  }

  /** Names the steps in which something may be logged. */
  private static final class Named<Q> extends SimpleForwardingServerCallListener<Q> {

    private final String id;

    Named(Listener<Q> delegate, String id) {
      super(delegate);
      this.id = id;
    }

    @Override
    public void onMessage(Q message) {
      step(() -> super.onMessage(message));
    }

    @Override
    public void onHalfClose() {
      step(super::onHalfClose);
    }

    @Override
    public void onCancel() {
      step(super::onCancel);
    }

    private void step(Runnable step) {
      boolean unused =
          named(
              id,
              () -> {
                step.run();
                return true;
              });
    }
  }
}
