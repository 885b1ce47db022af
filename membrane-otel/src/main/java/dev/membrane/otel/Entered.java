package dev.membrane.otel;

import dev.membrane.spi.Tracer.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** That a thread works for a call; meanwhile its log names the trace. For use by that thread. */
final class Entered implements Span {

  /** As OpenTelemetry names it in logs of other formats than its own. */
  private static final String LOGGED = "trace_id";

  private final @Nullable String before = MDC.get(LOGGED);
  private final Scope scope;

  @SuppressWarnings("MustBeClosedChecker") // by close()
  Entered(Context context) {
    scope = context.makeCurrent();
    SpanContext span = io.opentelemetry.api.trace.Span.fromContext(context).getSpanContext();
    if (span.isValid()) {
      MDC.put(LOGGED, span.getTraceId());
    }
  }

  /** The same work, done for the call. */
  static Runnable around(Context context, Runnable work) {
    return () -> {
      Entered entered = new Entered(context);
      try {
        work.run();
      } finally {
        entered.close();
      }
    };
  }

  @Override
  public void close() {
    scope.close();
    if (before == null) {
      MDC.remove(LOGGED);
    } else {
      MDC.put(LOGGED, before);
    }
  }
}
