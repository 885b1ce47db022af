package dev.membrane.otel;

import dev.membrane.spi.Tracer.Call;
import dev.membrane.spi.Tracer.Protocol;
import dev.membrane.spi.Tracer.Span;
import io.opentelemetry.context.Context;

/** The span of a call from outside. Thread-safe. */
final class CallSpan implements Call {

  private final io.opentelemetry.api.trace.Span span;
  private final Protocol protocol;

  CallSpan(io.opentelemetry.api.trace.Span span, Protocol protocol) {
    this.span = span;
    this.protocol = protocol;
  }

  @Override
  public Span enter() {
    return new Entered(Context.current().with(span));
  }

  /** A span ends once, and does not take attributes after that. */
  @Override
  public void end(String status) {
    if (span.isRecording()) {
      ServerSpans.describeEnd(span, protocol, status);
      span.end();
    }
  }
}
