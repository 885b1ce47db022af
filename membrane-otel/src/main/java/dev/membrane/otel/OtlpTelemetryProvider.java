package dev.membrane.otel;

import dev.membrane.server.StartException;
import dev.membrane.server.monitoring.Telemetry;
import dev.membrane.server.monitoring.TelemetryProvider;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Begins to send traces and metrics where the standard variables ask for it: where they name an
 * exporter or an endpoint, and do not turn the SDK off. Until then no class of the SDK is loaded.
 */
public final class OtlpTelemetryProvider implements TelemetryProvider {

  /** The SDK needs another library for it, and would not say which variable that is about. */
  private static final String CONFIG_FILE = "OTEL_CONFIG_FILE";

  private static final String UNNAMED = "Unexpected configuration error";

  /** For {@link java.util.ServiceLoader}. */
  public OtlpTelemetryProvider() {}

  @Override
  public Optional<Telemetry> create(Map<String, String> variables) {
    OtelVariables asked = new OtelVariables(variables);
    if (!asked.wants(OtelVariables.TRACES) && !asked.wants(OtelVariables.METRICS)) {
      return Optional.empty();
    }
    if (!asked.value(CONFIG_FILE).isEmpty()) {
      throw StartException.configuration(CONFIG_FILE + ": a file is not read; set the variables");
    }
    try {
      return Optional.of(OtlpTelemetry.begin(asked));
    } catch (ConfigurationException | IllegalArgumentException wrong) {
      throw StartException.configuration(toBlame(variables) + ": " + reason(wrong), wrong);
    }
  }

  /** What the SDK found. Above it, it may say no more than that something is wrong. */
  private static String reason(RuntimeException wrong) {
    String innermost = String.valueOf(wrong.getMessage());
    String named = "";
    for (Throwable cause = wrong; cause != null; cause = cause.getCause()) {
      String message = cause.getMessage();
      if (message != null) {
        innermost = message;
        boolean isNamed = cause instanceof ConfigurationException && !message.equals(UNNAMED);
        named = isNamed ? message : named;
      }
    }
    return named.isEmpty() ? innermost : named;
  }

  /**
   * The SDK mostly does not say which variable it is about: it is the one without which it starts,
   * and of several the most special, which has the longest name.
   */
  private static String toBlame(Map<String, String> variables) {
    return variables.keySet().stream()
        .filter(name -> startsWithout(name, variables))
        .max(Comparator.comparingInt(String::length).thenComparing(name -> name))
        .orElse(PREFIX + "…");
  }

  /** Whether it starts without a variable, and sends the same signals then. */
  private static boolean startsWithout(String name, Map<String, String> variables) {
    OtelVariables asked = new OtelVariables(variables);
    Map<String, String> others = new HashMap<>(variables);
    others.remove(name);
    for (String signal : List.of(OtelVariables.TRACES, OtelVariables.METRICS)) {
      if (asked.wants(signal)) {
        others.putIfAbsent(PREFIX + signal + "_EXPORTER", "otlp");
      }
    }
    try {
      OtlpTelemetry.begin(new OtelVariables(others)).close();
      return true;
    } catch (ConfigurationException | IllegalArgumentException wrong) {
      return false;
    }
  }
}
