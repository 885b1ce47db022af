package dev.membrane.otel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.server.Telemetry;
import dev.membrane.spi.Tracer;
import dev.membrane.spi.Tracer.Incoming;
import dev.membrane.spi.Tracer.Protocol;
import dev.membrane.spi.Tracer.Span;
import dev.membrane.spi.Tracer.TracedStep;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whoever receives the traces takes the connection, and never answers. */
class SilentSinkTest {

  private static final int CALLS = 50_000;
  private static final long MOST_GROWTH = 24 << 20;

  /** Far more than they take, and less than a single one of them would wait. */
  private static final Duration WITHIN = Duration.ofSeconds(9);

  @Test
  void no_call_waits_for_it_and_nothing_is_kept_for_it() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Telemetry telemetry = telemetry(silent.getLocalPort())) {
      Tracer tracer = telemetry.tracer();
      trace(tracer, 5_000);
      long before = used();
      long start = System.nanoTime();

      trace(tracer, CALLS);

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(WITHIN);
      assertThat(used() - before).isLessThan(MOST_GROWTH);
    }
  }

  @Test
  void it_does_not_hold_up_the_end_of_the_server() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Telemetry telemetry =
          new OtlpTelemetryProvider()
              .create(
                  Map.of(
                      "OTEL_EXPORTER_OTLP_ENDPOINT",
                      "http://127.0.0.1:" + silent.getLocalPort(),
                      "OTEL_EXPORTER_OTLP_PROTOCOL",
                      "http/protobuf"))
              .orElseThrow();
      trace(telemetry.tracer(), 1_000);
      MeterRegistry measured = new SimpleMeterRegistry();
      measured.counter("calls").increment();
      telemetry.send(measured);
      long start = System.nanoTime();

      telemetry.close();

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(6));
    }
  }

  private static Telemetry telemetry(int port) {
    return new OtlpTelemetryProvider()
        .create(
            Map.of(
                "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
                "http://127.0.0.1:" + port + "/v1/traces",
                "OTEL_EXPORTER_OTLP_PROTOCOL",
                "http/protobuf"))
        .orElseThrow();
  }

  private static void trace(Tracer tracer, int calls) {
    for (int i = 0; i < calls; i++) {
      Tracer.Call call = tracer.call(new Incoming(Protocol.GRPC, "a/B", ""), name -> null);
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

  private static long used() {
    System.gc();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
