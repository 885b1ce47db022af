package dev.membrane.distribution;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import dev.membrane.spi.FaultLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;

/**
 * Tells in one line that nobody takes what OpenTelemetry sends, and then once a minute how often
 * that was. Its exporters log the whole stack each time. Thread-safe.
 */
final class ExportFailures extends TurboFilter {

  private static final String EXPORTERS = "io.opentelemetry.exporter";

  private static final String PLACE = "sending by OpenTelemetry";

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
    if (text == null || thrown == null || !logger.getName().startsWith(EXPORTERS)) {
      return FilterReply.NEUTRAL;
    }
    failures.failed(PLACE, thrown, () -> log.warn("{} {}", text, thrown.toString()));
    return FilterReply.DENY;
  }
}
