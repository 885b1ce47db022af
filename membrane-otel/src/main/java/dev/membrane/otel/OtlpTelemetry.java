package dev.membrane.otel;

import dev.membrane.server.monitoring.Telemetry;
import dev.membrane.spi.Tracer;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the SDK of OpenTelemetry sends. Spans wait in a queue of a bounded length; if it is full,
 * new ones are dropped, so that no call waits for whoever receives them. Thread-safe.
 */
final class OtlpTelemetry implements Telemetry {

  /** Whoever does not answer by then must not hold up the end of the server. */
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(3);

  private final OtelVariables asked;
  private final OpenTelemetrySdk sdk;
  private final MeterBridge bridge;
  private final Tracer tracer;

  private OtlpTelemetry(OtelVariables asked, OpenTelemetrySdk sdk, MeterBridge bridge) {
    this.asked = asked;
    this.sdk = sdk;
    this.bridge = bridge;
    this.tracer = asked.wants(OtelVariables.TRACES) ? OpenTelemetryTracer.of(sdk) : Tracer.NONE;
  }

  static OtlpTelemetry begin(OtelVariables asked) {
    MeterBridge bridge = new MeterBridge(InstantSource.system());
    Map<String, String> properties = asked.properties();
    OpenTelemetrySdk sdk =
        AutoConfiguredOpenTelemetrySdk.builder()
            .addPropertiesCustomizer(given -> properties)
            .addMeterProviderCustomizer((meters, config) -> meters.registerMetricProducer(bridge))
            .disableShutdownHook()
            .build()
            .getOpenTelemetrySdk();
    return new OtlpTelemetry(asked, sdk, bridge);
  }

  @Override
  public Tracer tracer() {
    return tracer;
  }

  @Override
  public boolean wantsMetrics() {
    return asked.wants(OtelVariables.METRICS);
  }

  @Override
  public void send(MeterRegistry measured) {
    bridge.read(measured);
  }

  @Override
  public String summary() {
    return Stream.of(OtelVariables.TRACES, OtelVariables.METRICS)
        .filter(asked::wants)
        .map(signal -> signal.toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(" and ", "OpenTelemetry ", ""));
  }

  @Override
  public void close() {
    // To begin the end sends the last metrics, for which it waits.
    Thread ending = new Thread(sdk::close, "otlp-end");
    ending.setDaemon(true);
    ending.start();
    try {
      ending.join(ENDS_WITHIN.toMillis());
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
