package dev.membrane.server.monitoring;

import dev.membrane.spi.Tracer;
import io.micrometer.core.instrument.MeterRegistry;

/** Sends traces and metrics to where the environment says. Thread-safe. */
public interface Telemetry extends AutoCloseable {

  /** Follows the calls; {@link Tracer#NONE} if no traces are wanted. */
  Tracer tracer();

  /** Whether {@link #send} is to be called. */
  boolean wantsMetrics();

  /** Sends what is measured, from now on and at intervals. */
  void send(MeterRegistry measured);

  /** What is sent and where to, in a few words for the operator. */
  String summary();

  /** Sends what is left, for a few seconds at most, and ends. */
  @Override
  void close();
}
