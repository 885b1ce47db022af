package dev.membrane.distribution;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import dev.membrane.spi.FaultLog;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;

/**
 * Tells in one line that nobody takes what OpenTelemetry sends, and then once a minute how often
 * that was. Its exporters log the whole stack each time. Thread-safe.
 */
final class ExportFailures extends TurboFilter {

  private static final String EXPORTERS = "io.opentelemetry.exporter";

  /** It says no more than that an exporter failed, but for what is thrown while it reads. */
  private static final String READER = "io.opentelemetry.sdk.metrics.export.PeriodicMetricReader";

  /** How an exporter begins to say that somebody answered, but took nothing. */
  private static final String REFUSED = "Failed to export";

  /** It says at each sending how many spans found its queue full. */
  private static final String QUEUE = "io.opentelemetry.sdk.trace.export.BatchSpanProcessor";

  /** How an exporter begins to say that it will say less. */
  private static final String THROTTLED = "Too many log messages";

  private final Logger log;
  private final FaultLog failures;

  /** Failures of exporters, told by a logger of the same context. */
  ExportFailures(Logger log) {
    this.log = log;
    this.failures = new FaultLog(log::warn, log::info);
  }

  @Override
  public FilterReply decide(
      @Nullable Marker marker,
      Logger logger,
      Level level,
      @Nullable String text,
      Object @Nullable [] values,
      @Nullable Throwable thrown) {
    String name = logger.getName();
    boolean isOfReader = name.equals(READER);
    boolean isOfQueue = name.equals(QUEUE);
    boolean isOfExport = isOfReader || isOfQueue || name.startsWith(EXPORTERS);
    if (text == null || !isOfExport || !level.isGreaterOrEqual(Level.WARN)) {
      return FilterReply.NEUTRAL;
    }
    String place = isOfQueue ? "queueing of spans by OpenTelemetry" : place(text);
    if (thrown != null) {
      failures.failed(place, thrown, () -> log.warn("{} {}", text, thrown.toString()));
      return FilterReply.DENY;
    }
    if (isOfQueue || text.startsWith(REFUSED)) {
      failures.failed(place, new IOException(text), () -> log.warn("{}", text));
      return FilterReply.DENY;
    }
    return isOfReader || text.startsWith(THROTTLED) ? FilterReply.DENY : FilterReply.NEUTRAL;
  }

  private static String place(String text) {
    return "sending by OpenTelemetry of " + (text.contains("metric") ? "metrics" : "traces");
  }
}
