package dev.membrane.otel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.server.StartException;
import dev.membrane.server.internal.process.Membraned;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Filter;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which variables turn on what. */
class OtelVariablesTest {

  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
  private static final String RESOURCE = "OTEL_RESOURCE_ATTRIBUTES";
  private static final String UNUSED_PROVIDERS = "otel.java.disabled.resource.providers";
  private static final String SOMEWHERE = "http://127.0.0.1:4318";

  @TempDir Path folder;

  @Test
  void an_endpoint_asks_for_both() {
    assertThat(asked(ENDPOINT, SOMEWHERE)).isEqualTo("traces metrics");
  }

  @Test
  void an_endpoint_of_one_signal_asks_for_that() {
    assertThat(asked("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", SOMEWHERE)).isEqualTo("metrics");
  }

  @Test
  void an_exporter_asks_for_its_signal() {
    assertThat(asked("OTEL_TRACES_EXPORTER", "otlp")).isEqualTo("traces");
  }

  @Test
  void none_is_none() {
    assertThat(asked(ENDPOINT, SOMEWHERE, "OTEL_TRACES_EXPORTER", "none")).isEqualTo("metrics");
  }

  @Test
  void what_is_disabled_is_off() {
    assertThat(asked(ENDPOINT, SOMEWHERE, "OTEL_SDK_DISABLED", "true")).isEmpty();
  }

  @Test
  void other_variables_ask_for_nothing() {
    assertThat(asked("OTEL_SERVICE_NAME", "agents", "OTEL_LOGS_EXPORTER", "otlp")).isEmpty();
    assertThat(new OtlpTelemetryProvider().create(Map.of("OTEL_SERVICE_NAME", "agents"))).isEmpty();
  }

  @Test
  void an_exporter_that_there_is_not_stops_the_start() {
    assertThatThrownBy(
            () -> new OtlpTelemetryProvider().create(Map.of("OTEL_TRACES_EXPORTER", "pigeon")))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("pigeon");
  }

  @ParameterizedTest
  @CsvSource({
    "OTEL_TRACES_SAMPLER_ARG, 7",
    "OTEL_BSP_MAX_QUEUE_SIZE, -1",
    "OTEL_BSP_SCHEDULE_DELAY, soon",
    "OTEL_METRIC_EXPORT_INTERVAL, 0",
    "OTEL_EXPORTER_OTLP_TIMEOUT, -5",
    "OTEL_EXPORTER_OTLP_COMPRESSION, bz2",
    "OTEL_EXPORTER_OTLP_PROTOCOL, pigeon"
  })
  void a_bad_value_is_told_with_its_variable(String name, String value) {
    Map<String, String> variables =
        Map.of(
            ENDPOINT,
            "http://127.0.0.1:4317",
            "OTEL_TRACES_SAMPLER",
            "parentbased_traceidratio",
            name,
            value);
    assertThatThrownBy(() -> new OtlpTelemetryProvider().create(variables))
        .isInstanceOf(StartException.class)
        .hasMessageStartingWith(name + ": ")
        .message()
        .doesNotContain("Unexpected configuration");
  }

  /** The SDK reads the environment of its process by itself. */
  @ParameterizedTest
  @CsvSource({"OTEL_TRACES_SAMPLER, sometimes", "OTEL_TRACES_SAMPLER_ARG, 2"})
  void a_bad_value_in_the_environment_is_told_with_its_variable(String name, String value)
      throws Exception {
    ProcessBuilder server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Membraned.class.getName())
            .directory(folder.toFile())
            .redirectErrorStream(true);
    server.environment().put(ENDPOINT, SOMEWHERE);
    server.environment().put("OTEL_TRACES_SAMPLER", "traceidratio");
    server.environment().put(name, value);
    Process process = server.start();

    String said = new String(process.getInputStream().readAllBytes(), UTF_8);

    assertThat(said).contains("membraned: " + name + ": ");
    assertThat(process.waitFor()).isEqualTo(78);
  }

  @Test
  void the_reason_has_the_value_if_the_sdk_says_it() {
    assertThatThrownBy(
            () ->
                new OtlpTelemetryProvider()
                    .create(Map.of(ENDPOINT, SOMEWHERE, "OTEL_BSP_SCHEDULE_DELAY", "soon")))
        .hasMessageContaining("soon");
  }

  @Test
  void a_variable_that_turns_a_signal_on_is_not_blamed_for_others() {
    Map<String, String> variables =
        Map.of(
            "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
            "http://127.0.0.1:4317",
            "OTEL_METRICS_EXPORTER",
            "otlp",
            "OTEL_BSP_MAX_QUEUE_SIZE",
            "-1");
    assertThatThrownBy(() -> new OtlpTelemetryProvider().create(variables))
        .hasMessageStartingWith("OTEL_BSP_MAX_QUEUE_SIZE: ");
    assertThatThrownBy(() -> new OtlpTelemetryProvider().create(Map.of(ENDPOINT, "localhost:4317")))
        .hasMessageStartingWith(ENDPOINT + ": ");
  }

  private static String asked(String... namesAndValues) {
    Map<String, String> variables = new java.util.HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      variables.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    OtelVariables asked = new OtelVariables(variables);
    return ((asked.wants(OtelVariables.TRACES) ? "traces " : "")
            + (asked.wants(OtelVariables.METRICS) ? "metrics" : ""))
        .strip();
  }

  @Test
  void a_name_among_the_attributes_of_the_resource_counts() {
    Map<String, String> named = Map.of("OTEL_RESOURCE_ATTRIBUTES", "service.name=memory,a=b");
    assertThat(new OtelVariables(named).properties()).doesNotContainKey("otel.service.name");
    assertThat(new OtelVariables(Map.of()).properties())
        .containsEntry("otel.service.name", "membraned");
  }

  @ParameterizedTest
  @ValueSource(strings = {"my.service.name=foo", "peer.service.name=foo", "a=service.name=b"})
  void an_attribute_whose_name_ends_alike_does_not_name_the_server(String attributes) {
    assertThat(new OtelVariables(Map.of(RESOURCE, attributes)).properties())
        .containsEntry("otel.service.name", "membraned");
  }

  @Test
  void a_name_after_a_space_counts() {
    assertThat(new OtelVariables(Map.of(RESOURCE, "a=b, service.name = memory")).properties())
        .doesNotContainKey("otel.service.name");
  }

  @Test
  void an_instance_that_is_named_is_taken_without_a_warning() {
    assertThat(warnings(Map.of(RESOURCE, "service.instance.id=first"))).isEmpty();
  }

  @Test
  void providers_of_attributes_that_a_variable_turns_off_stay_so() {
    Map<String, String> variables =
        Map.of(
            RESOURCE, "service.instance.id=first", "OTEL_JAVA_DISABLED_RESOURCE_PROVIDERS", "a.B");
    assertThat(new OtelVariables(variables).properties().get(UNUSED_PROVIDERS)).startsWith("a.B,");
    assertThat(new OtelVariables(Map.of()).properties()).doesNotContainKey(UNUSED_PROVIDERS);
  }

  /** What the SDK logs when it starts with these variables. */
  private static List<String> warnings(Map<String, String> variables) {
    List<String> warnings = new CopyOnWriteArrayList<>();
    Logger logger = Logger.getLogger("io.opentelemetry.sdk.resources.ResourceBuilder");
    Filter before = logger.getFilter();
    logger.setFilter(line -> warnings.add(line.getMessage()));
    try {
      OtlpTelemetry.begin(new OtelVariables(variables)).close();
    } finally {
      logger.setFilter(before);
    }
    return warnings;
  }

  @Test
  void a_file_of_configuration_is_refused_with_its_variable() {
    String name = "OTEL_CONFIG_FILE";
    assertThatThrownBy(
            () ->
                new OtlpTelemetryProvider().create(Map.of(ENDPOINT, SOMEWHERE, name, "otel.yaml")))
        .isInstanceOf(StartException.class)
        .hasMessageStartingWith(name + ": a file is not read");
    assertThat(new OtlpTelemetryProvider().create(Map.of(name, "otel.yaml"))).isEmpty();
  }

  @Test
  void batches_are_large_unless_a_variable_says_how_large() {
    String queue = "otel.bsp.max.queue.size";
    String batch = "otel.bsp.max.export.batch.size";
    assertThat(new OtelVariables(Map.of()).properties())
        .containsEntry(queue, "8192")
        .containsEntry(batch, "2048");
    assertThat(new OtelVariables(Map.of("OTEL_BSP_MAX_QUEUE_SIZE", "1000")).properties())
        .containsEntry(queue, "1000")
        .doesNotContainKey(batch);
    assertThat(new OtelVariables(Map.of("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "100")).properties())
        .containsEntry(batch, "100")
        .doesNotContainKey(queue);
  }

  @Test
  void a_variable_without_a_value_says_nothing() {
    assertThat(new OtelVariables(Map.of("OTEL_BSP_MAX_QUEUE_SIZE", " ")).properties())
        .containsEntry("otel.bsp.max.queue.size", "8192");
  }
}
