package dev.membrane.otel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.server.monitoring.Telemetry;
import dev.membrane.spi.Tracer;
import dev.membrane.spi.Tracer.Incoming;
import dev.membrane.spi.Tracer.Protocol;
import dev.membrane.spi.Tracer.Span;
import dev.membrane.spi.Tracer.TracedStep;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Whoever receives the traces takes the connection, and does not answer. */
class SilentSinkTest {

  private static final int CALLS = 50_000;
  private static final String SILENT = "while/Silent";
  private static final String LAST = "the/Last";

  /** The SDK by itself waits for ten seconds. */
  private static final Duration WITHIN = Duration.ofSeconds(9);

  private final CountDownLatch silence = new CountDownLatch(1);

  @Test
  void no_call_waits_for_it_and_what_is_kept_for_it_has_a_bound() throws Exception {
    try (OtlpSink sink = new OtlpSink(silence);
        Telemetry telemetry = telemetry(sink)) {
      trace(telemetry.tracer(), SILENT, CALLS);
      silence.countDown();
      // What is kept comes in its order. While the queue is full, the last is dropped, too.
      while (calls(sink, LAST) == 0) {
        trace(telemetry.tracer(), LAST, 1);
        TimeUnit.MILLISECONDS.sleep(10);
      }
      assertThat(calls(sink, SILENT)).isPositive().isLessThan(CALLS / 2);
    }
  }

  @Test
  void it_does_not_hold_up_the_end_of_the_server() throws Exception {
    try (OtlpSink sink = new OtlpSink(silence)) {
      Duration quickest = timeToClose(sink);
      // Once more, for what else the machine had to do.
      for (int i = 0; i < 4 && quickest.compareTo(WITHIN) > 0; i++) {
        quickest = timeToClose(sink);
      }
      silence.countDown();
      assertThat(quickest).isLessThan(WITHIN);
    }
  }

  private static Duration timeToClose(OtlpSink sink) {
    Telemetry telemetry = telemetry(sink);
    trace(telemetry.tracer(), SILENT, 1_000);
    MeterRegistry measured = new SimpleMeterRegistry();
    measured.counter("calls").increment();
    telemetry.send(measured);
    long start = System.nanoTime();
    telemetry.close();
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private static long calls(OtlpSink sink, String name) {
    return sink.spans().stream().filter(span -> span.getName().equals(name)).count();
  }

  private static Telemetry telemetry(OtlpSink sink) {
    return new OtlpTelemetryProvider().create(sink.variables()).orElseThrow();
  }

  private static void trace(Tracer tracer, String name, int calls) {
    for (int i = 0; i < calls; i++) {
      Tracer.Call call = tracer.call(new Incoming(Protocol.GRPC, name, ""), unset -> null);
      Span entered = call.enter();
      try (Span operation = tracer.operation(Tracer.Operation.SEARCH)) {
        operation.records(1);
        try (Span step = tracer.step(TracedStep.HYDRATION)) {
          step.records(1);
        }
      }
      entered.close();
      call.end("OK");
    }
  }
}
