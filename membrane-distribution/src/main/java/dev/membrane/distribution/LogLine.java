package dev.membrane.distribution;

import ch.qos.logback.classic.pattern.TargetLengthBasedClassNameAbbreviator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.slf4j.event.KeyValuePair;

/**
 * A line of the log for people: when, level, who, what, {@code key=value} pairs, and below it the
 * stack of what was thrown. Thread-safe.
 */
final class LogLine extends LayoutBase<ILoggingEvent> {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSX", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final int LOGGER_LENGTH = 20;

  private final TargetLengthBasedClassNameAbbreviator shorter =
      new TargetLengthBasedClassNameAbbreviator(LOGGER_LENGTH);

  @Override
  public String doLayout(ILoggingEvent event) {
    StringJoiner line = new StringJoiner(" ", "", System.lineSeparator());
    line.add(time(event));
    line.add(String.format(Locale.ROOT, "%-5s", event.getLevel()));
    line.add(shorter.abbreviate(event.getLoggerName()));
    line.add(event.getFormattedMessage());
    List<KeyValuePair> pairs = event.getKeyValuePairs();
    if (pairs != null) {
      pairs.forEach(pair -> line.add(pair.key + "=" + pair.value));
    }
    event.getMDCPropertyMap().forEach((key, value) -> line.add(key + "=" + value));
    IThrowableProxy thrown = event.getThrowableProxy();
    return thrown == null ? line.toString() : line + ThrowableProxyUtil.asString(thrown);
  }

  /** When it happened: RFC 3339 in UTC, with milliseconds. */
  static String time(ILoggingEvent event) {
    return TIME.format(Instant.ofEpochMilli(event.getTimeStamp()));
  }
}
