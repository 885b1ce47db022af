package dev.membrane.examples.outside;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestOutcomeRequest;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.RunConsolidationRequest;
import dev.membrane.grpc.v1.TrustContext;
import dev.membrane.schema.json.RecordCodec;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plugins that were built elsewhere pass the published contracts and serve. */
class OutsideIT {

  private static final Pattern WEB = Pattern.compile("web on ([\\w.]+:\\d+)");

  @TempDir Path folder;

  @Test
  void a_store_of_ones_own() throws Exception {
    Outside outside = new Outside(folder, "custom-store");
    outside.build();
    assertThat(outside.tests()).isGreaterThan(70);
    try (ServerWithPlugin server =
        ServerWithPlugin.start(folder, outside.jar(), Guide.blocks("yaml").get(0))) {
      assertThat(server.startLine()).contains("ready: store journal notes.journal");
      tell(server, "anything");
    }
    assertThat(folder.resolve("notes.journal")).content().contains("anything");
  }

  @Test
  void an_extractor_of_ones_own() throws Exception {
    Outside outside = new Outside(folder, "custom-extractor");
    outside.build();
    assertThat(outside.tests()).isGreaterThanOrEqualTo(8);
    try (ServerWithPlugin server =
        ServerWithPlugin.start(folder, outside.jar(), Guide.blocks("yaml").get(1))) {
      tell(server, "Ann prefers green tea.");
      // The run after the start may have been slower than the test, and have learned it already.
      var unused = server.stub().runConsolidation(RunConsolidationRequest.getDefaultInstance());
      assertThat(facts(server)).anyMatch(fact -> fact.contains("consolidation/semantic-extractor"));
    }
  }

  @Test
  void a_stage_of_ones_own() throws Exception {
    Outside outside = new Outside(folder, "custom-stage");
    outside.build();
    assertThat(outside.tests()).isGreaterThanOrEqualTo(12);
    try (ServerWithPlugin server =
        ServerWithPlugin.start(folder, outside.jar(), Guide.blocks("yaml").get(2))) {
      tell(server, "My name is Ann.");
      String answer =
          server
              .stub()
              .runConsolidation(RunConsolidationRequest.getDefaultInstance())
              .getResult()
              .toStringUtf8();
      // As above: what the run after the start has learned is not counted again.
      assertThat(answer).containsPattern("\"extraction_skipped\":0,\"names\":[01]}$");
      assertThat(facts(server)).anyMatch(fact -> fact.contains("consolidation/names"));
    }
  }

  @Test
  void a_transport_of_ones_own() throws Exception {
    Outside outside = new Outside(folder, "custom-transport");
    outside.build();
    assertThat(outside.tests()).isGreaterThanOrEqualTo(9);
    try (ServerWithPlugin server =
        ServerWithPlugin.start(folder, outside.jar(), Guide.blocks("yaml").get(3))) {
      tell(server, "My name is Ann.");
      Matcher place = WEB.matcher(server.startLine());
      assertThat(place.find()).as(server.startLine()).isTrue();
      URI uri = URI.create("http://" + place.group(1) + "/retrieve?task=name");
      HttpResponse<String> answer =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(answer.body()).contains("My name is Ann.");
    }
  }

  private static List<String> facts(ServerWithPlugin server) {
    RetrieveRequest request =
        RetrieveRequest.newBuilder()
            .setTrust(TrustContext.newBuilder().setMaxSensitivity("low"))
            .addMemoryTypes("semantic")
            .build();
    return server.stub().retrieve(request).getRecordsList().stream()
        .map(ByteString::toStringUtf8)
        .toList();
  }

  private static void tell(ServerWithPlugin server, String words) {
    String record =
        server
            .stub()
            .ingestEvent(
                IngestEventRequest.newBuilder()
                    .setSource("test")
                    .setEventKind("user_input")
                    .setRef("1")
                    .setSummary(words)
                    .build())
            .getRecord()
            .toStringUtf8();
    server
        .stub()
        .ingestOutcome(
            IngestOutcomeRequest.newBuilder()
                .setSource("test")
                .setTargetRecordId(new RecordCodec().decode(record).id())
                .setOutcomeStatus("success")
                .build());
  }
}
