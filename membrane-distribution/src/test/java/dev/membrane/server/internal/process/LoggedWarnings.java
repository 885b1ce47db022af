package dev.membrane.server.internal.process;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** The warnings that a logger is given during a test. */
final class LoggedWarnings implements BeforeEachCallback, AfterEachCallback {

  private final Logger logger;
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  LoggedWarnings(String logger) {
    this.logger = (Logger) LoggerFactory.getLogger(logger);
  }

  @Override
  public void beforeEach(ExtensionContext test) {
    lines.start();
    logger.setLevel(Level.WARN);
    logger.addAppender(lines);
  }

  @Override
  public void afterEach(ExtensionContext test) {
    logger.detachAppender(lines);
    logger.setLevel(null);
  }

  /** Those with some words, in whatever case. */
  List<String> about(String words) {
    return lines.list.stream()
        .map(ILoggingEvent::getFormattedMessage)
        .filter(line -> line.toLowerCase(Locale.ROOT).contains(words))
        .toList();
  }
}
