package dev.membrane.otel;

import dev.membrane.server.StartException;
import dev.membrane.server.Telemetry;
import dev.membrane.server.TelemetryProvider;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import java.util.Map;
import java.util.Optional;

/**
 * Begins to send traces and metrics where the standard variables ask for it: where they name an
 * exporter or an endpoint, and do not turn the SDK off. Until then no class of the SDK is loaded.
 */
public final class OtlpTelemetryProvider implements TelemetryProvider {

  /** For {@link java.util.ServiceLoader}. */
  public OtlpTelemetryProvider() {}

  @Override
  public Optional<Telemetry> create(Map<String, String> variables) {
    OtelVariables asked = new OtelVariables(variables);
    if (!asked.wants(OtelVariables.TRACES) && !asked.wants(OtelVariables.METRICS)) {
      return Optional.empty();
    }
    try {
      return Optional.of(OtlpTelemetry.begin(asked));
    } catch (ConfigurationException | IllegalArgumentException wrong) {
      throw StartException.configuration(PREFIX + "…: " + wrong.getMessage(), wrong);
    }
  }
}
