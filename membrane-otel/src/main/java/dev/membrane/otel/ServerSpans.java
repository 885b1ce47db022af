package dev.membrane.otel;

import dev.membrane.spi.Tracer.Incoming;
import dev.membrane.spi.Tracer.Protocol;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import java.util.Locale;
import java.util.Set;

/** What the conventions want to be said of a call from outside, by its protocol. */
final class ServerSpans {

  /** What is the server's fault; with all else, callers have to live by themselves. */
  private static final Set<String> FAULTS =
      Set.of(
          "UNKNOWN",
          "DEADLINE_EXCEEDED",
          "UNIMPLEMENTED",
          "INTERNAL",
          "UNAVAILABLE",
          "DATA_LOSS",
          // What JSON-RPC calls an internal error.
          "-32603");

  private static final String OK = "OK";
  private static final int LEAST_FAULT = 500;

  private ServerSpans() {}

  static SpanBuilder begin(Tracer tracer, Incoming incoming) {
    SpanBuilder span =
        switch (incoming.protocol()) {
          case GRPC -> rpc(tracer, "grpc", incoming.method());
          case CONNECT -> rpc(tracer, "connectrpc", incoming.method());
          case HTTP -> http(tracer, "http", incoming);
          case HTTPS -> http(tracer, "https", incoming);
          case MCP -> mcp(tracer, incoming);
        };
    return span.setSpanKind(SpanKind.SERVER);
  }

  private static SpanBuilder rpc(Tracer tracer, String system, String method) {
    return tracer
        .spanBuilder(method)
        .setAttribute(SemanticNames.RPC_SYSTEM, system)
        .setAttribute(SemanticNames.RPC_METHOD, method);
  }

  /** The path is that of the route: the one that was asked for holds what a caller wrote. */
  private static SpanBuilder http(Tracer tracer, String scheme, Incoming incoming) {
    return tracer
        .spanBuilder(incoming.method() + " " + incoming.target())
        .setAttribute(SemanticNames.HTTP_METHOD, incoming.method())
        .setAttribute(SemanticNames.HTTP_ROUTE, incoming.target())
        .setAttribute(SemanticNames.URL_PATH, incoming.target())
        .setAttribute(SemanticNames.URL_SCHEME, scheme);
  }

  private static SpanBuilder mcp(Tracer tracer, Incoming incoming) {
    String method = incoming.method().isEmpty() ? SemanticNames.OTHER : incoming.method();
    if (incoming.target().isEmpty()) {
      return tracer.spanBuilder(method).setAttribute(SemanticNames.MCP_METHOD, method);
    }
    return tracer
        .spanBuilder(method + " " + incoming.target())
        .setAttribute(SemanticNames.MCP_METHOD, method)
        .setAttribute(SemanticNames.OPERATION, SemanticNames.EXECUTE_TOOL)
        .setAttribute(SemanticNames.TOOL_NAME, incoming.target());
  }

  /** Says how a call ended. */
  static void describeEnd(Span span, Protocol protocol, String status) {
    switch (protocol) {
      case GRPC -> {
        span.setAttribute(SemanticNames.RPC_STATUS, status);
        fault(span, FAULTS.contains(status), status);
      }
      case CONNECT -> {
        if (!status.equals(OK)) {
          String code = status.toLowerCase(Locale.ROOT);
          span.setAttribute(SemanticNames.RPC_STATUS, code);
          fault(span, FAULTS.contains(status), code);
        }
      }
      case HTTP, HTTPS -> {
        int code = Integer.parseInt(status);
        span.setAttribute(SemanticNames.HTTP_STATUS, (long) code);
        fault(span, code >= LEAST_FAULT, status);
      }
      case MCP -> {
        boolean isOfRpc = status.startsWith("-");
        if (isOfRpc) {
          span.setAttribute(SemanticNames.RPC_STATUS, status);
        }
        fault(span, FAULTS.contains(status), isOfRpc ? status : SemanticNames.TOOL_ERROR);
      }
    }
  }

  private static void fault(Span span, boolean isFault, String type) {
    if (isFault) {
      span.setAttribute(SemanticNames.ERROR_TYPE, type);
      span.setStatus(StatusCode.ERROR);
    }
  }
}
