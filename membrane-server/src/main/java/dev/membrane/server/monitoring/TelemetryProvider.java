package dev.membrane.server.monitoring;

import java.util.Map;
import java.util.Optional;

/** Makes {@link Telemetry}. Found by {@link java.util.ServiceLoader}. */
public interface TelemetryProvider {

  /** What the names of the standard variables begin with. */
  String PREFIX = "OTEL_";

  /**
   * Begins, if that is asked for.
   *
   * @param variables those of the environment that begin with {@value #PREFIX}
   * @return empty if nothing asks for it
   * @throws dev.membrane.server.StartException with one line per fault of the variables
   */
  Optional<Telemetry> create(Map<String, String> variables);
}
