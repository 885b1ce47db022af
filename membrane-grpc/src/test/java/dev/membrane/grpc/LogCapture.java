package dev.membrane.grpc;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What this package, or another, logs, at every level, while it is open. */
final class LogCapture implements AutoCloseable {

  private final Logger logger;
  private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          // What belongs to the thread is gone later.
          event.prepareForDeferredProcessing();
          events.add(event);
        }
      };

  LogCapture() {
    this("dev.membrane.grpc");
  }

  LogCapture(String name) {
    logger = (Logger) LoggerFactory.getLogger(name);
    appender.start();
    logger.setLevel(Level.TRACE);
    logger.setAdditive(false);
    logger.addAppender(appender);
  }

  List<String> lines() {
    return events.stream().map(LogCapture::line).toList();
  }

  private static String line(ILoggingEvent event) {
    String thrown =
        event.getThrowableProxy() == null
            ? ""
            : " " + ThrowableProxyUtil.asString(event.getThrowableProxy());
    return event.getLevel() + " " + event.getFormattedMessage() + pairs(event) + thrown;
  }

  private static String pairs(ILoggingEvent event) {
    StringBuilder pairs = new StringBuilder();
    if (event.getKeyValuePairs() != null) {
      event.getKeyValuePairs().forEach(pair -> pairs.append(' ').append(pair));
    }
    event
        .getMDCPropertyMap()
        .forEach((key, value) -> pairs.append(' ').append(key).append('=').append(value));
    return pairs.toString();
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
    logger.setAdditive(true);
    logger.setLevel(null);
  }
}
