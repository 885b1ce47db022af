package dev.membrane.otel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestOutcomeRequest;
import dev.membrane.grpc.v1.IngestToolOutputRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.RetrieveByIDRequest;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.RunConsolidationRequest;
import dev.membrane.grpc.v1.TrustContext;
import io.grpc.StatusRuntimeException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No word of what is remembered, asked or sent wrongly leaves the server with its traces. */
class CanaryTest {

  private static final String WORD = "quinzaline";

  private static final TrustContext TRUST =
      TrustContext.newBuilder().setMaxSensitivity("hyper").addScopes(WORD).build();

  @TempDir Path folder;

  @Test
  void no_word_of_content_is_sent() throws Exception {
    try (OtlpSink sink = new OtlpSink()) {
      try (TracedServer server = new TracedServer(folder, sink.variables())) {
        overGrpc(server.grpc(""));
        overHttp(server);
        overMcp(server);
        sink.span("POST /mcp");
        sink.metric("membrane.rpc", metric -> true);
      }
      assertThat(sink.spans())
          .extracting(span -> span.getName())
          .contains("create_memory", "upsert_memory", "search_memory", "commit", "hydration");
      assertThat(sink.everything()).doesNotContainIgnoringCase(WORD);
    }
  }

  private static void overGrpc(MembraneServiceBlockingStub call) {
    String run =
        TracedServer.id(
            call.ingestEvent(
                IngestEventRequest.newBuilder()
                    .setSource(WORD)
                    .setEventKind(WORD)
                    .setRef(WORD)
                    .setSummary("a " + WORD + " was seen")
                    .addTags(WORD)
                    .setScope(WORD)
                    .setEpisode(WORD)
                    .setIdempotencyKey(WORD)
                    .build()));
    call.ingestEvent(
        IngestEventRequest.newBuilder()
            .setSource(WORD)
            .setEventKind(WORD)
            .setRef(WORD)
            .setScope(WORD)
            .build());
    call.ingestToolOutput(
        IngestToolOutputRequest.newBuilder()
            .setSource(WORD)
            .setToolName(WORD)
            .setScope(WORD)
            .setEpisode(WORD)
            .build());
    call.ingestObservation(TracedServer.fact(WORD, WORD).toBuilder().setScope(WORD).build());
    call.ingestOutcome(
        IngestOutcomeRequest.newBuilder()
            .setSource(WORD)
            .setTargetRecordId(run)
            .setOutcomeStatus("success")
            .build());
    call.runConsolidation(RunConsolidationRequest.getDefaultInstance());
    assertThat(
            call.retrieve(
                    RetrieveRequest.newBuilder()
                        .setTaskDescriptor("where is the " + WORD)
                        .setTrust(TRUST)
                        .setLimit(10)
                        .build())
                .getRecordsCount())
        .isPositive();
    assertThatThrownBy(
            () ->
                call.retrieveByID(
                    RetrieveByIDRequest.newBuilder().setId(WORD).setTrust(TRUST).build()))
        .isInstanceOf(StatusRuntimeException.class);
    assertThatThrownBy(
            () ->
                call.ingestOutcome(
                    IngestOutcomeRequest.newBuilder()
                        .setSource("s")
                        .setTargetRecordId(run)
                        .setOutcomeStatus(WORD)
                        .build()))
        .isInstanceOf(StatusRuntimeException.class);
  }

  private static void overHttp(TracedServer server) throws Exception {
    String coded = URLEncoder.encode(WORD, StandardCharsets.UTF_8);
    server.http("/v1/records/" + coded + "?" + coded + "=" + coded, "");
    server.http("/v1/episodes/events?episode=" + coded, "", "x-request-id", WORD);
    server.http("/v1/" + coded, "{\"" + WORD + "\": 1}");
    server.http(
        "/v1/retrieve",
        "{\"task_descriptor\": \"%s\", \"trust\": {\"max_sensitivity\": \"low\"}}".formatted(WORD),
        "baggage",
        WORD + "=" + WORD,
        "user-agent",
        WORD);
  }

  private static void overMcp(TracedServer server) throws Exception {
    for (String call :
        new String[] {
          "{\"name\": \"remember\", \"arguments\": {\"subject\": \"%1$s\", \"predicate\": \"%1$s\","
              + " \"object\": \"%1$s\"}}",
          "{\"name\": \"recall\", \"arguments\": {\"query\": \"%1$s\"}}",
          "{\"name\": \"%1$s\", \"arguments\": {\"%1$s\": \"%1$s\"}}"
        }) {
      server.http(
          "/mcp",
          "{\"jsonrpc\": \"2.0\", \"id\": \"%s\", \"method\": \"tools/call\", \"params\": %s}"
              .formatted(WORD, call.formatted(WORD)));
    }
    server.http("/mcp", "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"" + WORD + "\"}");
  }
}
