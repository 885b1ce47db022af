package dev.membrane.grpc;

import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import java.util.regex.Pattern;

/**
 * Refuses a call whose header {@code grpc-timeout} is not what <a
 * href="https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md">gRPC over HTTP/2</a>
 * allows. grpc-java itself would reset the stream, and the caller would never learn why. So the
 * header is taken out before grpc-java reads it. Thread-safe.
 */
final class TimeoutCheck extends ServerStreamTracer.Factory implements ServerInterceptor {

  private static final Metadata.Key<String> TIMEOUT =
      Metadata.Key.of("grpc-timeout", Metadata.ASCII_STRING_MARSHALLER);

  private static final Pattern ALLOWED = Pattern.compile("\\d{1,8}[HMSmun]");

  private static final Status REFUSAL =
      Status.INVALID_ARGUMENT.withDescription(
          "grpc-timeout must be a number of at most eight digits and a unit (H, M, S, m, u or n)");

  private static final Context.Key<Boolean> REFUSED = Context.key("membrane-timeout-refused");

  private static final ServerStreamTracer NONE = new ServerStreamTracer() {};

  private static final ServerStreamTracer REFUSING =
      new ServerStreamTracer() {
        @Override
        public Context filterContext(Context context) {
          return context.withValue(REFUSED, true);
        }
      };

  @Override
  public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
    String timeout = headers.get(TIMEOUT);
    if (timeout == null || ALLOWED.matcher(timeout).matches()) {
      return NONE;
    }
    headers.discardAll(TIMEOUT);
    return REFUSING;
  }

  @Override
  public <Q, A> Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    if (REFUSED.get() == null) {
      return next.startCall(call, headers);
    }
    call.close(REFUSAL, new Metadata());
    return new Listener<>() {};
  }
}
