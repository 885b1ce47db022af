package dev.membrane.store.postgres;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/**
 * What a class logs in the thread that opens this, while it is open: warnings, unless another level
 * is given. Other tests of the JVM have the same logger.
 */
final class Warnings implements AutoCloseable {

  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final Thread own = Thread.currentThread();
  private final Logger logger;
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          if (Thread.currentThread() == own) {
            messages.add(event.getFormattedMessage());
          }
        }
      };

  Warnings(Class<?> of) {
    this(of.getName(), Level.WARN);
  }

  Warnings(String of, Level level) {
    logger = (Logger) LoggerFactory.getLogger(of);
    logger.setLevel(level);
    logger.addAppender(appender);
    appender.start();
  }

  List<String> messages() {
    return messages;
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
  }
}
