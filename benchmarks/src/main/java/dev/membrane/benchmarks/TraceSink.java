package dev.membrane.benchmarks;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Takes traces by OTLP over HTTP, as a collector would, and counts the calls in them. */
final class TraceSink implements AutoCloseable {

  private final HttpServer server;
  private final Map<String, Integer> calls = new ConcurrentHashMap<>();

  TraceSink() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    server.createContext("/v1/traces", this::take);
    server.start();
  }

  /** The variables of the environment with which a server sends each trace here. */
  Map<String, String> variables() {
    return Map.of(
        "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
        "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/traces",
        "OTEL_EXPORTER_OTLP_PROTOCOL",
        "http/protobuf");
  }

  private void take(HttpExchange exchange) throws IOException {
    ExportTraceServiceRequest.parseFrom(exchange.getRequestBody()).getResourceSpansList().stream()
        .flatMap(resource -> resource.getScopeSpansList().stream())
        .flatMap(scope -> scope.getSpansList().stream())
        .filter(span -> span.getKind() == Span.SpanKind.SPAN_KIND_SERVER)
        .forEach(span -> calls.merge(span.getName(), 1, Integer::sum));
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  /** How many calls of a method came, by the full name of the method. */
  int calls(String method) {
    return calls.getOrDefault(method, 0);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
