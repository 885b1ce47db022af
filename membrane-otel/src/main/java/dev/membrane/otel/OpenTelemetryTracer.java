package dev.membrane.otel;

import dev.membrane.spi.Tracer;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes spans of what is traced, as the semantic conventions name them. Nothing that is remembered,
 * asked or answered is in any of them. While a thread works for a call, its lines of the log have
 * the id of the trace as {@code trace_id}. Thread-safe.
 */
public final class OpenTelemetryTracer implements Tracer {

  private static final String SCOPE = "dev.membrane";

  private static final Map<TracedStep, String> STEPS =
      Arrays.stream(TracedStep.values())
          .collect(
              Collectors.toUnmodifiableMap(
                  step -> step, step -> step.name().toLowerCase(Locale.ROOT)));

  private final io.opentelemetry.api.trace.Tracer tracer;
  private final TextMapPropagator propagator;

  private OpenTelemetryTracer(OpenTelemetry telemetry) {
    this.tracer = telemetry.getTracer(SCOPE);
    this.propagator = telemetry.getPropagators().getTextMapPropagator();
  }

  /** A tracer whose spans go where those of the application go. */
  public static OpenTelemetryTracer of(OpenTelemetry telemetry) {
    return new OpenTelemetryTracer(telemetry);
  }

  @Override
  public boolean isOn() {
    return true;
  }

  @Override
  public Call call(Incoming incoming, UnaryOperator<@Nullable String> header) {
    Context here = Context.current();
    Context begun = propagator.extract(here, header, HeaderGetter.HEADERS);
    SpanBuilder span = ServerSpans.begin(tracer, incoming).setParent(begun);
    SpanContext around = io.opentelemetry.api.trace.Span.fromContext(here).getSpanContext();
    SpanContext parent = io.opentelemetry.api.trace.Span.fromContext(begun).getSpanContext();
    if (around.isValid() && !around.equals(parent)) {
      span.addLink(around);
    }
    return new CallSpan(span.startSpan(), incoming.protocol());
  }

  /** A part of a call that is not sampled is not either, so nothing is made for it. */
  @Override
  public Span operation(Operation operation) {
    if (isOfUnsampled(io.opentelemetry.api.trace.Span.current())) {
      return Span.NONE;
    }
    String name = name(operation);
    return OpenSpan.current(
        tracer
            .spanBuilder(name)
            .setSpanKind(SpanKind.INTERNAL)
            .setAttribute(SemanticNames.OPERATION, name)
            .startSpan());
  }

  private static boolean isOfUnsampled(io.opentelemetry.api.trace.Span call) {
    SpanContext context = call.getSpanContext();
    return context.isValid() && !context.isSampled() && !context.isRemote() && !call.isRecording();
  }

  private static String name(Operation operation) {
    return switch (operation) {
      case SEARCH -> SemanticNames.SEARCH_MEMORY;
      case CREATE -> SemanticNames.CREATE_MEMORY;
      case UPDATE -> SemanticNames.UPDATE_MEMORY;
      case UPSERT -> SemanticNames.UPSERT_MEMORY;
      case DELETE -> SemanticNames.DELETE_MEMORY;
    };
  }

  /** A step of nothing, as of a job in the background, would be a trace of its own. */
  @Override
  public Span step(TracedStep step) {
    return io.opentelemetry.api.trace.Span.current().isRecording()
        ? OpenSpan.current(tracer.spanBuilder(STEPS.getOrDefault(step, SCOPE)).startSpan())
        : Span.NONE;
  }

  @Override
  public Runnable carrying(Runnable work) {
    Context here = Context.current();
    return here == Context.root() ? work : Entered.around(here, work);
  }

  @Override
  public Executor carrying(Executor threads) {
    Context here = Context.current();
    return here == Context.root() ? threads : work -> threads.execute(Entered.around(here, work));
  }

  /** Reads headers for a propagator. */
  private enum HeaderGetter implements TextMapGetter<UnaryOperator<@Nullable String>> {
    HEADERS;

    @Override
    public @Nullable String get(@Nullable UnaryOperator<@Nullable String> header, String name) {
      return header == null ? null : header.apply(name.toLowerCase(Locale.ROOT));
    }
  }
}
