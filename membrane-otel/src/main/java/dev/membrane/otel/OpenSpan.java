package dev.membrane.otel;

import dev.membrane.spi.Tracer.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;
import java.util.regex.Pattern;

/** A span that its thread works for until it ends. For use by one thread. */
final class OpenSpan implements Span {

  /** An id that a caller sends may be any text; only those of records are told. */
  private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private final io.opentelemetry.api.trace.Span span;
  private final Scope scope;

  @SuppressWarnings("MustBeClosedChecker") // by close()
  private OpenSpan(io.opentelemetry.api.trace.Span span) {
    this.span = span;
    this.scope = span.makeCurrent();
  }

  static OpenSpan current(io.opentelemetry.api.trace.Span span) {
    return new OpenSpan(span);
  }

  @Override
  public void record(String id) {
    if (span.isRecording() && ID.matcher(id).matches()) {
      span.setAttribute(SemanticNames.RECORD_ID, id);
    }
  }

  @Override
  public void records(long count) {
    span.setAttribute(SemanticNames.RECORD_COUNT, count);
  }

  /** The text of an exception may quote what a caller sent. */
  @Override
  public void failed(Throwable thrown) {
    span.setAttribute(SemanticNames.ERROR_TYPE, thrown.getClass().getName());
    span.setStatus(StatusCode.ERROR);
  }

  @Override
  public void close() {
    scope.close();
    span.end();
  }
}
