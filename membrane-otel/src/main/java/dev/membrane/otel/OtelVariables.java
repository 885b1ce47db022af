package dev.membrane.otel;

import dev.membrane.server.monitoring.TelemetryProvider;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The standard variables of OpenTelemetry. A signal is sent if a variable names an exporter for it
 * or an endpoint that takes it. Immutable.
 */
final class OtelVariables {

  static final String TRACES = "TRACES";
  static final String METRICS = "METRICS";

  /** Membrane sends its log nowhere. */
  private static final String LOGS = "LOGS";

  private static final String NONE = "none";

  private static final String ATTRIBUTES = "OTEL_RESOURCE_ATTRIBUTES";
  private static final String UNUSED_PROVIDERS = "OTEL_JAVA_DISABLED_RESOURCE_PROVIDERS";

  /** Makes an id for each start. The SDK warns of it if the attributes say another one. */
  private static final String RANDOM_INSTANCE =
      "io.opentelemetry.sdk.autoconfigure.ServiceInstanceIdResourceProvider";

  private static final String QUEUE = "OTEL_BSP_MAX_QUEUE_SIZE";
  private static final String BATCH = "OTEL_BSP_MAX_EXPORT_BATCH_SIZE";

  /**
   * Four times what the SDK has. A request costs about a millisecond of processor time, however
   * many spans are in it.
   */
  private static final int LARGE_BATCH = 2_048;

  private static final int LARGE_QUEUE = 4 * LARGE_BATCH;

  private final Map<String, String> variables;

  OtelVariables(Map<String, String> variables) {
    this.variables = Map.copyOf(variables);
  }

  /** Whether a signal is asked for. */
  boolean wants(String signal) {
    if (value("OTEL_SDK_DISABLED").equalsIgnoreCase("true")) {
      return false;
    }
    String exporter = value("OTEL_" + signal + "_EXPORTER");
    return exporter.isEmpty()
        ? !endpoint(signal).isEmpty()
        : !exporter.toLowerCase(Locale.ROOT).equals(NONE);
  }

  /** Where a signal is sent to, empty if no variable says so. */
  String endpoint(String signal) {
    String own = value("OTEL_EXPORTER_OTLP_" + signal + "_ENDPOINT");
    return own.isEmpty() ? value("OTEL_EXPORTER_OTLP_ENDPOINT") : own;
  }

  /** What a variable says, empty if nothing. */
  String value(String name) {
    return variables.getOrDefault(name, "").strip();
  }

  /**
   * All of them as properties, as the SDK knows them, and what holds without any. Null hides what
   * the environment of the process has besides them, which the SDK reads by itself.
   */
  Map<String, @Nullable String> properties() {
    Map<String, @Nullable String> properties = new HashMap<>();
    System.getenv().keySet().stream()
        .filter(name -> name.startsWith(TelemetryProvider.PREFIX))
        .forEach(name -> properties.put(property(name), null));
    if (!hasAttribute("service.name")) {
      properties.put("otel.service.name", "membraned");
    }
    if (value(QUEUE).isEmpty() && value(BATCH).isEmpty()) {
      properties.put(property(QUEUE), Integer.toString(LARGE_QUEUE));
      properties.put(property(BATCH), Integer.toString(LARGE_BATCH));
    }
    variables.forEach(
        (name, value) -> {
          if (!value.isBlank()) {
            properties.put(property(name), value);
          }
        });
    if (hasAttribute("service.instance.id")) {
      properties.merge(
          property(UNUSED_PROVIDERS), RANDOM_INSTANCE, (others, one) -> others + "," + one);
    }
    for (String signal : List.of(TRACES, METRICS, LOGS)) {
      if (signal.equals(LOGS) || !wants(signal)) {
        properties.put("otel." + signal.toLowerCase(Locale.ROOT) + ".exporter", NONE);
      }
    }
    return properties;
  }

  private boolean hasAttribute(String name) {
    return Arrays.stream(value(ATTRIBUTES).split(","))
        .anyMatch(attribute -> attribute.split("=", 2)[0].strip().equals(name));
  }

  private static String property(String variable) {
    return variable.toLowerCase(Locale.ROOT).replace('_', '.');
  }
}
