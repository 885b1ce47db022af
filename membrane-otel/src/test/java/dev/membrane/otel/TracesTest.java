package dev.membrane.otel;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.google.protobuf.ByteString;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.TrustContext;
import dev.membrane.spi.Tracer;
import dev.membrane.spi.Tracer.Incoming;
import dev.membrane.spi.Tracer.Protocol;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What a collector receives of the calls of a server. */
class TracesTest {

  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String PARENT = "b7ad6b7169203331";
  private static final String TRACEPARENT = "00-" + TRACE + "-" + PARENT + "-01";

  private static final RetrieveRequest QUESTION =
      RetrieveRequest.newBuilder()
          .setTaskDescriptor("what does alice like?")
          .setTrust(TrustContext.newBuilder().setMaxSensitivity("low").addScopes("s"))
          .setLimit(5)
          .build();

  @TempDir Path folder;
  private OtlpSink sink;
  private TracedServer server;

  @BeforeEach
  void start() throws Exception {
    sink = new OtlpSink();
    server = new TracedServer(folder, sink.variables());
  }

  @AfterEach
  void stop() {
    server.close();
    sink.close();
  }

  @Test
  void records_are_counted_where_the_answer_is_a_text() throws Exception {
    server.grpc("").ingestObservation(TracedServer.fact("alice", "tea"));

    server.grpc("").retrieve(QUESTION.toBuilder().setView("text").build());

    Span memory = sink.span("search_memory");
    assertThat(OtlpSink.attribute(memory, "gen_ai.memory.record.count")).isEqualTo("1");
  }

  @Test
  void a_call_over_grpc_goes_on_with_the_trace_of_its_caller_down_to_each_stage() throws Exception {
    server.grpc("").ingestObservation(TracedServer.fact("alice", "tea"));

    server.grpc(TRACEPARENT).retrieve(QUESTION);

    Span call = sink.span("membrane.v1.MembraneService/Retrieve");
    assertThat(call.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_SERVER);
    assertThat(hex(call.getTraceId())).isEqualTo(TRACE);
    assertThat(hex(call.getParentSpanId())).isEqualTo(PARENT);
    assertThat(OtlpSink.attribute(call, "rpc.system.name")).isEqualTo("grpc");
    assertThat(OtlpSink.attribute(call, "rpc.response.status_code")).isEqualTo("OK");
    Span memory = sink.span("search_memory");
    assertThat(memory.getParentSpanId()).isEqualTo(call.getSpanId());
    assertThat(OtlpSink.attribute(memory, "gen_ai.operation.name")).isEqualTo("search_memory");
    assertThat(OtlpSink.attribute(memory, "gen_ai.memory.record.count")).isEqualTo("1");
    for (String stage :
        List.of(
            "candidate_pool",
            "neighbour_expansion",
            "fusion",
            "selection",
            "hydration",
            "redaction",
            "projection")) {
      Span step = sink.span(stage);
      assertThat(step.getParentSpanId()).as(stage).isEqualTo(memory.getSpanId());
      assertThat(hex(step.getTraceId())).as(stage).isEqualTo(TRACE);
    }
  }

  @Test
  void a_write_has_the_wait_for_its_commit_below_it() throws Exception {
    String id = TracedServer.id(server.grpc("").ingestObservation(TracedServer.fact("bob", "tea")));

    Span memory = sink.span("upsert_memory");
    assertThat(OtlpSink.attribute(memory, "gen_ai.memory.record.id")).isEqualTo(id);
    assertThat(
            sink.span(
                span ->
                    span.getName().equals("commit")
                        && span.getParentSpanId().equals(memory.getSpanId())))
        .isNotNull();
    assertThat(sink.spans())
        .as("nothing but calls begins a trace")
        .filteredOn(span -> span.getParentSpanId().isEmpty())
        .allSatisfy(span -> assertThat(span.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_SERVER));
  }

  @Test
  void a_call_over_http_goes_on_with_the_trace_of_its_header() throws Exception {
    server.http("/v1/records/no-such-id?max_sensitivity=low", "", "traceparent", TRACEPARENT);

    Span call = sink.span("GET /v1/records/{id}");
    assertThat(hex(call.getTraceId())).isEqualTo(TRACE);
    assertThat(hex(call.getParentSpanId())).isEqualTo(PARENT);
    assertThat(OtlpSink.attribute(call, "http.request.method")).isEqualTo("GET");
    assertThat(OtlpSink.attribute(call, "http.route")).isEqualTo("/v1/records/{id}");
    assertThat(OtlpSink.attribute(call, "http.response.status_code")).isEqualTo("404");
    assertThat(call.getStatus().getCodeValue()).as("the caller's mistake").isZero();
    Span memory = sink.span("search_memory");
    assertThat(OtlpSink.attribute(memory, "error.type"))
        .isEqualTo("dev.membrane.NotFoundException");
    assertThat(OtlpSink.attribute(memory, "gen_ai.memory.record.id")).isEmpty();
  }

  @Test
  @SuppressWarnings("NullAway")
  void of_a_call_that_is_not_sampled_nothing_is_made() {
    String unsampled = TRACEPARENT.replaceFirst("01$", "00");
    Incoming incoming = new Incoming(Protocol.GRPC, "s/M", "");
    try (OtlpTelemetry telemetry = OtlpTelemetry.begin(new OtelVariables(sink.variables()))) {
      Tracer tracer = telemetry.tracer();
      Tracer.Call call =
          tracer.call(incoming, name -> name.equals("traceparent") ? unsampled : null);
      Tracer.Span entered = call.enter();
      assertThat(tracer.operation(Tracer.Operation.SEARCH)).isSameAs(Tracer.Span.NONE);
      assertThat(tracer.step(Tracer.TracedStep.FUSION)).isSameAs(Tracer.Span.NONE);
      entered.close();
      call.end("OK");
      try (Tracer.Span begun = tracer.operation(Tracer.Operation.SEARCH)) {
        assertThat(begun).as("of no call").isNotSameAs(Tracer.Span.NONE);
      }
    }
  }

  @Test
  void a_call_by_connect_is_an_rpc() throws Exception {
    server.http("/membrane.v1.MembraneService/GetMetrics", "{}", "traceparent", TRACEPARENT);

    Span call = sink.span("membrane.v1.MembraneService/GetMetrics");
    assertThat(OtlpSink.attribute(call, "rpc.system.name")).isEqualTo("connectrpc");
    assertThat(hex(call.getParentSpanId())).isEqualTo(PARENT);
  }

  @Test
  void a_tool_of_mcp_goes_on_with_the_trace_of_its_message_and_links_that_of_http()
      throws Exception {
    String message =
        """
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
          "name": "recall", "arguments": {"query": "tea"},
          "_meta": {"traceparent": "%s"}}}
        """
            .formatted(TRACEPARENT);

    assertThat(server.http("/mcp", message).statusCode()).isEqualTo(200);

    Span call = sink.span("tools/call recall");
    assertThat(hex(call.getTraceId())).isEqualTo(TRACE);
    assertThat(hex(call.getParentSpanId())).isEqualTo(PARENT);
    assertThat(OtlpSink.attribute(call, "mcp.method.name")).isEqualTo("tools/call");
    assertThat(OtlpSink.attribute(call, "gen_ai.tool.name")).isEqualTo("recall");
    Span http = sink.span("POST /mcp");
    assertThat(call.getLinksList())
        .singleElement()
        .satisfies(link -> assertThat(link.getSpanId()).isEqualTo(http.getSpanId()));
    assertThat(sink.span("search_memory").getParentSpanId()).isEqualTo(call.getSpanId());
  }

  @Test
  void a_tool_of_mcp_without_a_trace_of_its_own_goes_on_with_that_of_http() throws Exception {
    String message =
        """
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
          "name": "recall", "arguments": {"quarry": "tea"}}}
        """;

    server.http("/mcp", message, "traceparent", TRACEPARENT);

    Span call = sink.span("tools/call recall");
    assertThat(hex(call.getTraceId())).isEqualTo(TRACE);
    assertThat(call.getParentSpanId()).isEqualTo(sink.span("POST /mcp").getSpanId());
    assertThat(call.getStatus().getCodeValue()).as("the caller's mistake").isZero();
    assertThat(OtlpSink.attribute(call, "error.type")).isEmpty();
  }

  @Test
  void an_error_of_mcp_that_is_the_callers_mistake_is_no_error_of_the_span() throws Exception {
    server.http(
        "/mcp",
        """
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "recal"}}
        """);

    Span call = sink.span("tools/call");
    assertThat(OtlpSink.attribute(call, "rpc.response.status_code")).isEqualTo("-32602");
    assertThat(call.getStatus().getCodeValue()).isZero();
    assertThat(OtlpSink.attribute(call, "error.type")).isEmpty();
  }

  @Test
  void a_fault_of_the_server_is_an_error_of_the_span() throws Exception {
    Incoming tool = new Incoming(Protocol.MCP, "tools/call", "recall");
    ended(tool, "UNAVAILABLE", "tool_error");
    ended(tool, "-32603", "-32603");
    ended(new Incoming(Protocol.GRPC, "s/M", ""), "INTERNAL", "INTERNAL");
    ended(new Incoming(Protocol.HTTP, "GET", "/v1"), "503", "503");
  }

  @SuppressWarnings("NullAway")
  private static void ended(Incoming incoming, String status, String type) throws Exception {
    try (OtlpSink sink = new OtlpSink();
        OtlpTelemetry telemetry = OtlpTelemetry.begin(new OtelVariables(sink.variables()))) {
      telemetry.tracer().call(incoming, name -> null).end(status);
      Span call = sink.span(span -> true);
      assertThat(call.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
      assertThat(OtlpSink.attribute(call, "error.type")).isEqualTo(type);
    }
  }

  @Test
  void the_wait_for_embeddings_is_a_step_if_it_is_asked_for() throws Exception {
    server.grpc("").retrieve(QUESTION.toBuilder().setWaitForEmbeddingsMs(5).build());

    Span memory = sink.span("search_memory");
    assertThat(sink.span("embedding_wait").getParentSpanId()).isEqualTo(memory.getSpanId());
  }

  @Test
  void the_lines_of_a_call_have_the_id_of_its_trace() throws Exception {
    assertThat(
            linesOf(
                "dev.membrane.grpc",
                () -> {
                  server.grpc(TRACEPARENT).retrieve(QUESTION);
                  sink.span("membrane.v1.MembraneService/Retrieve");
                }))
        .anySatisfy(line -> assertThat(line.getMDCPropertyMap()).containsEntry("trace_id", TRACE));
  }

  @Test
  void the_line_of_a_tool_has_the_trace_of_its_message_or_that_of_http() throws Exception {
    String message =
        """
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
          "name": "recall", "arguments": {"query": "secret"}%s}}
        """;
    String own = ", \"_meta\": {\"traceparent\": \"" + TRACEPARENT + "\"}";

    List<ILoggingEvent> ofMessage =
        linesOf("dev.membrane.mcp", () -> server.http("/mcp", message.formatted(own)));
    List<ILoggingEvent> ofHeader =
        linesOf(
            "dev.membrane.mcp",
            () -> server.http("/mcp", message.formatted(""), "traceparent", TRACEPARENT));

    for (List<ILoggingEvent> lines : List.of(ofMessage, ofHeader)) {
      assertThat(lines)
          .singleElement()
          .satisfies(
              line ->
                  assertThat(line.getKeyValuePairs().toString())
                      .startsWith("[method=\"mcp/recall\", status=\"OK\", micros=\"")
                      .doesNotContain("secret"))
          .satisfies(
              line ->
                  assertThat(line.getMDCPropertyMap())
                      .containsEntry("trace_id", TRACE)
                      .containsKey("request"));
    }
  }

  @Test
  void the_line_of_a_call_that_is_refused_early_has_its_trace_too() throws Exception {
    List<ILoggingEvent> lines =
        linesOf(
            "dev.membrane.http",
            () ->
                server.http(
                    "/v1/retrieve",
                    "{}",
                    "traceparent",
                    TRACEPARENT,
                    "content-encoding",
                    "gzip",
                    "x-request-id",
                    "mine"));

    assertThat(lines)
        .singleElement()
        .satisfies(
            line ->
                assertThat(line.getMDCPropertyMap())
                    .containsEntry("trace_id", TRACE)
                    .containsEntry("request", "mine"));
  }

  private interface Calls {
    void run() throws Exception;
  }

  /** The lines about calls that a module has logged meanwhile. */
  private static List<ILoggingEvent> linesOf(String module, Calls calls) throws Exception {
    Logger logger = (Logger) LoggerFactory.getLogger(module);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);
    logger.setLevel(Level.DEBUG);
    try {
      calls.run();
    } finally {
      logger.setLevel(null);
      logger.detachAppender(lines);
    }
    return List.copyOf(lines.list).stream()
        .filter(line -> line.getMessage().equals("call"))
        .toList();
  }

  private static String hex(ByteString bytes) {
    return HexFormat.of().formatHex(bytes.toByteArray());
  }
}
