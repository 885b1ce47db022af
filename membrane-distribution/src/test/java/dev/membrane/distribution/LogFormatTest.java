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
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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
    assertThat(line.at("/message").asText()).isEqualTo("answered");
    assertThat(line.at("/request").asText()).isEqualTo("r-1");
    assertThat(line.at("/status").asText()).isEqualTo("OK");
    assertThat(line.at("/time").asText()).matches("\\d{4}-\\d\\d-\\d\\dT[\\d:]{8}\\.\\d{3}Z");
  }

  @Test
  void a_line_of_json_is_flat_keeps_numbers_and_has_the_stack() throws IOException {
    String text =
        logged(
            Map.of("MEMBRANE_LOG_FORMAT", "json"),
            logger ->
                logger
                    .atError()
                    .addKeyValue("micros", 12L)
                    .addKeyValue("share", 0.5)
                    .addKeyValue("whole", Double.NaN)
                    .addKeyValue("ok", true)
                    .addKeyValue("level", "hyper")
                    .addKeyValue("none", (Object) null)
                    .setCause(new IllegalStateException("why \u0000 \ud800"))
                    .log("failed"));
    assertThat(text).hasLineCount(1);
    JsonNode line = new ObjectMapper().readTree(text);
    assertThat(line).noneMatch(JsonNode::isContainerNode);
    assertThat(line.at("/micros").isIntegralNumber()).isTrue();
    assertThat(line.at("/share").doubleValue()).isEqualTo(0.5);
    assertThat(line.at("/whole").asText()).isEqualTo("NaN");
    assertThat(line.at("/ok").isBoolean()).isTrue();
    assertThat(line.at("/level").asText()).isEqualTo("ERROR");
    assertThat(line.at("/none").asText()).isEqualTo("null");
    assertThat(line.at("/error").asText()).isEqualTo("java.lang.IllegalStateException");
    assertThat(line.at("/stack").asText()).contains("why ", "\tat dev.membrane.distribution");
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
    assertThat(logged(Map.of("MEMBRANE_LOG_LEVEL", "DEBUG"), logger -> logger.debug("fine")))
        .contains(" DEBUG d.m.grpc.Example fine");
    assertThat(logged(Map.of("MEMBRANE_LOG_LEVEL", "error"), logger -> logger.warn("so so")))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"org.eclipse.jetty.http.HttpParser", "org.eclipse.jetty.util.HostPort"})
  void what_anybody_can_send_without_a_key_writes_no_line(String logger) {
    assertThat(loggedBy(logger, Map.of(), it -> it.warn("two hosts"))).isEmpty();
    assertThat(loggedBy("org.eclipse.jetty.io", Map.of(), it -> it.warn("why"))).isNotEmpty();
  }

  @Test
  void a_collector_that_takes_nothing_writes_one_line() {
    String exporter = "io.opentelemetry.exporter.otlp.internal.HttpExporter";
    String lines =
        loggedBy(
            exporter,
            Map.of(),
            it -> {
              for (int i = 0; i < 9; i++) {
                it.error("Failed to export 25 metrics.", new IOException("timeout"));
              }
            });

    assertThat(lines)
        .hasLineCount(1)
        .contains("WARN ", "Failed to export 25 metrics. java.io.IOException: timeout");
    assertThat(loggedBy(exporter, Map.of(), it -> it.warn("status 500"))).contains("status 500");
    String refused =
        loggedBy(
            exporter,
            Map.of(),
            it -> {
              for (int i = 0; i < 9; i++) {
                it.warn("Failed to export 20 metrics. Server responded with HTTP status code 401.");
                it.warn("Failed to export 3 spans. Server responded with HTTP status code 503.");
              }
              it.warn("Too many log messages detected. Will only log 1 time(s) per minute.");
            });
    assertThat(refused).hasLineCount(2).contains("20 metrics. ", "3 spans. ", "code 401", "503");
    String reader = "io.opentelemetry.sdk.metrics.export.PeriodicMetricReader";
    assertThat(loggedBy(reader, Map.of(), it -> it.warn("Exporter failed"))).isEmpty();
    assertThat(loggedBy(reader, Map.of(), it -> it.warn("Exporter threw", new IOException("why"))))
        .hasLineCount(1)
        .contains("why");
  }

  @Test
  void a_queue_of_spans_that_stays_full_writes_one_line() {
    String lines =
        loggedBy(
            "io.opentelemetry.sdk.trace.export.BatchSpanProcessor",
            Map.of(),
            it -> {
              for (int i = 1; i < 9; i++) {
                it.warn("BatchSpanProcessor dropped " + i + " span(s) since the last export");
              }
            });

    assertThat(lines).hasLineCount(1).contains("WARN ", "dropped 1 span(s)");
  }

  @Test
  void the_end_of_an_exporter_writes_no_line() {
    for (String logger :
        List.of(
            "io.opentelemetry.exporter.otlp.internal.HttpExporter",
            "io.opentelemetry.sdk.OpenTelemetrySdk")) {
      assertThat(loggedBy(logger, Map.of(), it -> it.info("Multiple shutdown calls"))).isEmpty();
    }
  }

  @Test
  void a_library_tells_no_more_than_the_operator_asks_for() {
    Map<String, String> quiet = Map.of("MEMBRANE_LOG_LEVEL", "ERROR");
    for (String library : List.of("io.grpc.Call", "org.eclipse.jetty.Any", "io.opentelemetry.A")) {
      assertThat(loggedBy(library, Map.of(), it -> it.warn("a warning"))).hasLineCount(1);
      assertThat(loggedBy(library, quiet, it -> it.warn("a warning"))).isEmpty();
      assertThat(loggedBy(library, quiet, it -> it.error("a failure"))).hasLineCount(1);
    }
  }

  private static String line(String format) {
    return logged(
        Map.of("MEMBRANE_LOG_FORMAT", format),
        logger ->
            logger.atLevel(org.slf4j.event.Level.INFO).addKeyValue("status", "OK").log("answered"));
  }

  private static String logged(Map<String, String> environment, Consumer<Logger> logging) {
    return loggedBy("dev.membrane.grpc.Example", environment, logging);
  }

  private static String loggedBy(
      String name, Map<String, String> environment, Consumer<Logger> logging) {
    LoggerContext context = new LoggerContext();
    context.setMDCAdapter(new LogbackMDCAdapter());
    new ServerLog(environment).logWith(context);
    var appender =
        (OutputStreamAppender<ILoggingEvent>) context.getLogger("ROOT").getAppender("stderr");
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    appender.setOutputStream(lines);
    context.getMDCAdapter().put("request", "r-1");
    logging.accept(context.getLogger(name));
    return lines.toString(StandardCharsets.UTF_8);
  }
}
