package dev.membrane.distribution;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.Layout;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.status.NopStatusListener;
import dev.membrane.spi.Config;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The bundled server's log: to standard error, as {@code MEMBRANE_LOG_FORMAT} and {@code
 * MEMBRANE_LOG_LEVEL} say. In code, because the same in XML takes logback some 250 ms of a cold
 * start to read. Where there is a file of logback's own, that holds. Found by {@link
 * java.util.ServiceLoader}.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_TOP_PRIORITY)
public final class ServerLog extends ContextAwareBase implements Configurator {

  private static final List<String> FILES = List.of("logback-test.xml", "logback.xml");

  /** What libraries may tell, however much the operator asks for. */
  private static final Map<String, Level> AT_MOST =
      Map.of(
          // Its finer levels print frames, and with them payloads and keys.
          "io.grpc",
          Level.WARN,
          "org.eclipse.jetty",
          Level.WARN,
          // It warns of nothing but socket options, which the warm-up's channel, no socket, does
          // not have.
          "io.grpc.netty.shaded.io.netty.bootstrap.ServerBootstrap",
          Level.ERROR,
          // It prints a stack for each call that is reset or refused while it arrives.
          "io.grpc.netty.shaded.io.grpc.netty",
          Level.ERROR,
          // It warns, in the caller's words, of each request with a malformed host, which is
          // refused.
          "org.eclipse.jetty.util.HostPort",
          Level.ERROR,
          // It warns of each request with two hosts, which needs no key.
          "org.eclipse.jetty.http.HttpParser",
          Level.ERROR,
          // It prints a stack for each connection that a database loses, of which the store tells
          // in a line.
          "com.zaxxer.hikari",
          Level.ERROR,
          // It logs every attempt to find what is wrong with a configuration, and of every
          // end.
          "io.opentelemetry",
          Level.WARN);

  private final Map<String, String> environment;

  /** For logback. */
  public ServerLog() {
    this(System.getenv());
  }

  ServerLog(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    if (hasFile()) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
    logWith(context);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  void logWith(LoggerContext context) {
    context.getStatusManager().add(new NopStatusListener());
    ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
    appender.setContext(context);
    appender.setName("stderr");
    appender.setTarget("System.err");
    appender.setEncoder(encoder(context));
    appender.start();
    Level level = Level.toLevel(variable("LOG_LEVEL"), Level.INFO);
    AT_MOST.forEach((name, most) -> context.getLogger(name).setLevel(quieter(level, most)));
    context.addTurboFilter(new ExportFailures(context.getLogger(ExportFailures.class.getName())));
    Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(level);
    root.addAppender(appender);
  }

  private static Level quieter(Level one, Level other) {
    return one.isGreaterOrEqual(other) ? one : other;
  }

  private static boolean hasFile() {
    ClassLoader loader = ServerLog.class.getClassLoader();
    return System.getProperty("logback.configurationFile") != null
        || FILES.stream().anyMatch(name -> loader.getResource(name) != null);
  }

  private Encoder<ILoggingEvent> encoder(LoggerContext context) {
    Layout<ILoggingEvent> line =
        "json".equals(variable("LOG_FORMAT")) ? new JsonLine() : new LogLine();
    line.setContext(context);
    line.start();
    LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
    encoder.setLayout(line);
    encoder.setCharset(StandardCharsets.UTF_8);
    encoder.setContext(context);
    encoder.start();
    return encoder;
  }

  private @Nullable String variable(String name) {
    return Config.variable(environment, "MEMBRANE_" + name).orElse(null);
  }
}
