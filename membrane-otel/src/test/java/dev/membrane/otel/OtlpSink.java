package dev.membrane.otel;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/** Receives what is sent by OTLP over HTTP, as a collector would, and decodes it. */
final class OtlpSink implements AutoCloseable {

  private final HttpServer server;
  private final List<Span> spans = new ArrayList<>();
  private final Map<String, Metric> metrics = new HashMap<>();
  private final StringBuilder everything = new StringBuilder();

  private final CountDownLatch silence;

  OtlpSink() throws IOException {
    this(new CountDownLatch(0));
  }

  /** One that reads and answers nothing before its silence is over. */
  OtlpSink(CountDownLatch silence) throws IOException {
    this.silence = silence;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/traces", this::traces);
    server.createContext("/v1/metrics", this::metrics);
    server.start();
  }

  /** The variables with which a server sends here, soon. */
  Map<String, String> variables() {
    return Map.of(
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        "http://127.0.0.1:" + server.getAddress().getPort(),
        "OTEL_EXPORTER_OTLP_PROTOCOL",
        "http/protobuf",
        "OTEL_BSP_SCHEDULE_DELAY",
        "50",
        "OTEL_METRIC_EXPORT_INTERVAL",
        "500");
  }

  private void traces(HttpExchange exchange) throws IOException {
    awaitSpeech();
    byte[] body = exchange.getRequestBody().readAllBytes();
    ExportTraceServiceRequest request = ExportTraceServiceRequest.parseFrom(body);
    received(
        body,
        () ->
            request.getResourceSpansList().stream()
                .flatMap(resource -> resource.getScopeSpansList().stream())
                .forEach(scope -> spans.addAll(scope.getSpansList())));
    answer(exchange);
  }

  private void metrics(HttpExchange exchange) throws IOException {
    awaitSpeech();
    byte[] body = exchange.getRequestBody().readAllBytes();
    ExportMetricsServiceRequest request = ExportMetricsServiceRequest.parseFrom(body);
    received(
        body,
        () ->
            request.getResourceMetricsList().stream()
                .flatMap(resource -> resource.getScopeMetricsList().stream())
                .flatMap(scope -> scope.getMetricsList().stream())
                .forEach(metric -> metrics.put(metric.getName(), metric)));
    answer(exchange);
  }

  private void awaitSpeech() throws IOException {
    try {
      silence.await();
    } catch (InterruptedException stopped) {
      throw new InterruptedIOException("the sink is closed");
    }
  }

  private synchronized void received(byte[] body, Runnable kept) {
    everything.append(new String(body, UTF_8));
    kept.run();
    notifyAll();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  /** All bytes that came, as text. */
  synchronized String everything() {
    return everything.toString();
  }

  synchronized List<Span> spans() {
    return List.copyOf(spans);
  }

  /** Waits for a span. */
  Span span(Predicate<Span> wanted) throws Exception {
    return await(() -> spans.stream().filter(wanted).findFirst());
  }

  Span span(String name) throws Exception {
    return span(span -> span.getName().equals(name));
  }

  /** The metrics that came so far. */
  synchronized List<Metric> metrics() {
    return List.copyOf(metrics.values());
  }

  /** Waits for a metric as is wanted. */
  Metric metric(String name, Predicate<Metric> wanted) throws Exception {
    return await(() -> Optional.ofNullable(metrics.get(name)).filter(wanted));
  }

  private interface Looking<T> {
    Optional<T> look();
  }

  private synchronized <T> T await(Looking<T> looking) throws Exception {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (true) {
      Optional<T> found = looking.look();
      if (found.isPresent()) {
        return found.get();
      }
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        throw new TimeoutException(
            "came: " + spans.stream().map(Span::getName).toList() + ", " + metrics.keySet());
      }
      wait(left);
    }
  }

  /** An attribute of a span, as text; empty if it has none. */
  static String attribute(Span span, String name) {
    return span.getAttributesList().stream()
        .filter(one -> one.getKey().equals(name))
        .map(KeyValue::getValue)
        .map(value -> value.hasIntValue() ? "" + value.getIntValue() : value.getStringValue())
        .findFirst()
        .orElse("");
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
