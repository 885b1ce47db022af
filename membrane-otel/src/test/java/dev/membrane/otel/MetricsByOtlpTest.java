package dev.membrane.otel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.grpc.v1.GetMetricsRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Prometheus reads is sent by OTLP as well, and each call counts once. */
class MetricsByOtlpTest {

  private static final String METHOD = "membrane.v1.MembraneService/GetMetrics";

  @TempDir Path folder;

  @Test
  void a_call_counts_once_in_each() throws Exception {
    try (OtlpSink sink = new OtlpSink();
        TracedServer server = new TracedServer(folder, watched(sink.variables()))) {
      for (int i = 0; i < 3; i++) {
        server.grpc("").getMetrics(GetMetricsRequest.getDefaultInstance());
      }

      Metric calls = sink.metric("membrane.rpc", metric -> count(metric) >= 3);

      assertThat(count(calls)).isEqualTo(3);
      assertThat(calls.getUnit()).isEqualTo("s");
      HistogramDataPoint point = point(calls).orElseThrow();
      assertThat(point.getSum()).isPositive();
      assertThat(point.getBucketCountsList().stream().mapToLong(it -> it).sum()).isEqualTo(3);
      assertThat(point.getBucketCountsCount()).isEqualTo(point.getExplicitBoundsCount() + 1);
      assertThat(server.scraped())
          .contains("membrane_rpc_seconds_count{method=\"" + METHOD + "\",status=\"OK\"} 3");
      assertThat(sink.metric("jvm.memory.used", metric -> true).getUnit()).isEqualTo("By");
    }
  }

  @Test
  void a_prometheus_that_takes_otlp_has_the_same_names() throws Exception {
    try (OtlpSink sink = new OtlpSink();
        TracedServer server = new TracedServer(folder, watched(sink.variables()))) {
      server.grpc("").getMetrics(GetMetricsRequest.getDefaultInstance());
      List<String> scraped = families(server.scraped());
      // What is sent with the second call was read after the scrape, as a job may begin to count.
      server.grpc("").getMetrics(GetMetricsRequest.getDefaultInstance());
      sink.metric("membrane.rpc", metric -> count(metric) >= 2);

      assertThat(sink.metrics().stream().map(MetricsByOtlpTest::nameInPrometheus))
          .as("those of the SDK itself are sent, too")
          .containsAll(scraped);
    }
  }

  /** As the specification of OpenTelemetry, "Prometheus and OpenMetrics Compatibility", says. */
  private static String nameInPrometheus(Metric metric) {
    String unit =
        switch (metric.getUnit()) {
          case "s" -> "_seconds";
          case "ms" -> "_milliseconds";
          case "By" -> "_bytes";
          case "1" -> metric.hasGauge() ? "_ratio" : "";
          case "" -> "";
          default -> throw new AssertionError(metric.getName() + " has " + metric.getUnit());
        };
    return metric.getName().replace('.', '_') + unit + (metric.hasSum() ? "_total" : "");
  }

  /** All but the greatest values of late, which only a scrape has. */
  private static List<String> families(String scraped) {
    return Pattern.compile("^# TYPE (\\S+)", Pattern.MULTILINE)
        .matcher(scraped)
        .results()
        .map(line -> line.group(1))
        .filter(name -> !name.endsWith("_max"))
        .toList();
  }

  @Test
  void a_job_has_the_label_that_a_scraping_prometheus_gives_it() throws Exception {
    try (OtlpSink sink = new OtlpSink();
        TracedServer server = new TracedServer(folder, sink.variables())) {
      assertThat(server.summary()).contains("OpenTelemetry traces and metrics;");
      Metric jobs = sink.metric("membrane.job", metric -> true);

      assertThat(jobs.getHistogram().getDataPointsList())
          .isNotEmpty()
          .allSatisfy(
              point ->
                  assertThat(point.getAttributesList())
                      .extracting(KeyValue::getKey)
                      .containsExactlyInAnyOrder("exported_job", "outcome"));
    }
  }

  @Test
  void nothing_is_sent_unless_asked_for() throws Exception {
    try (OtlpSink sink = new OtlpSink()) {
      Map<String, String> variables = new TreeMap<>(sink.variables());
      variables.put("OTEL_METRICS_EXPORTER", "none");
      try (TracedServer server = new TracedServer(folder, variables)) {
        assertThat(server.summary()).contains("OpenTelemetry traces;").doesNotContain("metrics");
        server.grpc("").getMetrics(GetMetricsRequest.getDefaultInstance());
        sink.span(METHOD);
      }
      assertThat(sink.everything()).doesNotContain("membrane.rpc");
    }
  }

  private static Map<String, String> watched(Map<String, String> variables) {
    Map<String, String> all = new TreeMap<>(variables);
    all.put("MEMBRANE_METRICS_ADDR", "127.0.0.1:0");
    return all;
  }

  private static long count(Metric metric) {
    return point(metric).map(HistogramDataPoint::getCount).orElse(0L);
  }

  private static Optional<HistogramDataPoint> point(Metric metric) {
    return metric.getHistogram().getDataPointsList().stream()
        .filter(
            point ->
                point.getAttributesList().stream()
                    .anyMatch(tag -> tag.getValue().getStringValue().equals(METHOD)))
        .findFirst();
  }
}
