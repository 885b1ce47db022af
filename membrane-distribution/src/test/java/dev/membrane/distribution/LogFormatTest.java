package dev.membrane.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.OutputStreamAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

/** What a line of the bundled server's log looks like. */
class LogFormatTest {

  @Test
  void a_line_is_text_with_key_value_pairs() {
    assertThat(line("text"))
        .matches(
            "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z INFO  d\\.m\\.grpc\\.Example"
                + " answered status=OK request=r-1\\R");
  }

  @Test
  void a_line_can_be_json() throws IOException {
    JsonNode line = new ObjectMapper().readTree(line("json"));

    assertThat(line.at("/level").asText()).isEqualTo("INFO");
    assertThat(line.at("/formattedMessage").asText()).isEqualTo("answered");
    assertThat(line.at("/mdc/request").asText()).isEqualTo("r-1");
    assertThat(line.at("/kvpList/0/status").asText()).isEqualTo("OK");
  }

  @Test
  void what_was_thrown_stands_below_the_line() {
    assertThat(logged(Map.of(), logger -> logger.error("failed", new IllegalStateException("why"))))
        .containsPattern("ERROR d\\.m\\.grpc\\.Example failed request=r-1\\R")
        .contains("java.lang.IllegalStateException: why")
        .contains("\tat dev.membrane.distribution.LogFormatTest");
  }

  @Test
  void the_level_is_as_the_environment_says() {
    assertThat(logged(Map.of(), logger -> logger.debug("fine"))).isEmpty();
    assertThat(logged(Map.of("MEMBRANED_LOG_LEVEL", "DEBUG"), logger -> logger.debug("fine")))
        .contains(" DEBUG d.m.grpc.Example fine");
    assertThat(logged(Map.of("MEMBRANED_LOG_LEVEL", "error"), logger -> logger.warn("so so")))
        .isEmpty();
  }

  private static String line(String format) {
    return logged(
        Map.of("MEMBRANED_LOG_FORMAT", format),
        logger ->
            logger.atLevel(org.slf4j.event.Level.INFO).addKeyValue("status", "OK").log("answered"));
  }

  private static String logged(Map<String, String> environment, Consumer<Logger> logging) {
    LoggerContext context = new LoggerContext();
    context.setMDCAdapter(new LogbackMDCAdapter());
    new ServerLog(environment).logWith(context);
    var appender =
        (OutputStreamAppender<ILoggingEvent>) context.getLogger("ROOT").getAppender("stderr");
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    appender.setOutputStream(lines);
    context.getMDCAdapter().put("request", "r-1");
    logging.accept(context.getLogger("dev.membrane.grpc.Example"));
    return lines.toString(StandardCharsets.UTF_8);
  }
}
