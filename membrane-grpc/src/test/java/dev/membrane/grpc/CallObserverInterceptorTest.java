package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.grpc.v1.IngestEventRequest;
import io.grpc.CallCredentials;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallObserverInterceptorTest {

  @Test
  void a_call_is_one_line_without_anything_that_was_sent_or_answered() {
    try (LogCapture log = new LogCapture();
        TestServer server = TestServer.start(Map.of("api_key", "key-secret"))) {
      CallCredentials key = BearerToken.of("key-secret");
      IngestEventRequest request =
          IngestEventRequest.newBuilder()
              .setSource("source-secret")
              .setEventKind("kind-secret")
              .setRef("ref-secret")
              .build();
      server.client().withCallCredentials(key).ingestEvent(request);
      Refusals.refusalOf(
          () ->
              server
                  .client()
                  .withCallCredentials(key)
                  .ingestEvent(request.toBuilder().setSensitivity("level-secret").build()));

      assertThat(log.lines())
          .filteredOn(line -> line.contains("IngestEvent"))
          .hasSize(2)
          .anyMatch(
              line ->
                  line.matches(
                      "DEBUG call method=\"membrane.v1.MembraneService/IngestEvent\" status=\"OK\""
                          + " micros=\"\\d+\" peer=\"127.0.0.1\" request=[0-9a-f]{16}"))
          .anyMatch(line -> line.contains("IngestEvent\" status=\"INVALID_ARGUMENT\" micros="));
      assertThat(log.lines()).noneMatch(line -> line.contains("secret"));
    }
  }
}
