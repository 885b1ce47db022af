package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.read.ListAppender;
import dev.membrane.schema.JsonValue;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a line of the bundled server's log looks like. */
class LogFormatTest {

  private final URL bundled = Objects.requireNonNull(getClass().getResource("/logback.xml"));

  @Test
  void a_line_is_text_with_key_value_pairs() throws JoranException {
    assertThat(line("text"))
        .matches(
            "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z INFO  d\\.m\\.grpc\\.Example"
                + " answered status=OK request=r-1\\R");
  }

  @Test
  void a_line_can_be_json() throws JoranException {
    JsonValue line = Json.value(line("json").strip());

    assertThat(Json.text(line, "level")).isEqualTo("INFO");
    assertThat(Json.text(line, "formattedMessage")).isEqualTo("answered");
    assertThat(Json.text(line, "mdc.request")).isEqualTo("r-1");
    assertThat(Json.text(line, "kvpList.0.status")).isEqualTo("OK");
  }

  private String line(String format) throws JoranException {
    LoggerContext context = new LoggerContext();
    context.setMDCAdapter(new LogbackMDCAdapter());
    context.putProperty("MEMBRANED_LOG_FORMAT", format);
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(bundled);
    var root = context.getLogger("ROOT");
    Appender<ILoggingEvent> appender = root.getAppender(format);
    root.detachAppender(appender);
    ListAppender<ILoggingEvent> events = new ListAppender<>();
    events.start();
    root.addAppender(events);
    context.getMDCAdapter().put("request", "r-1");
    var logger = context.getLogger("dev.membrane.grpc.Example");
    logger.atLevel(org.slf4j.event.Level.INFO).addKeyValue("status", "OK").log("answered");
    assertThat(logger.getEffectiveLevel()).isEqualTo(Level.INFO);
    byte[] line =
        ((OutputStreamAppender<ILoggingEvent>) appender).getEncoder().encode(events.list.get(0));
    return new String(line, StandardCharsets.UTF_8);
  }
}
