package dev.membrane.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.membrane.grpc.GrpcTransportProvider;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.MemoryRecordResponse;
import dev.membrane.grpc.v1.RetrieveByIDRequest;
import dev.membrane.grpc.v1.TrustContext;
import dev.membrane.tck.Seed;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Whatever way a record is asked for, it is the same to the last byte. */
class EqualRecordsTest {

  private static final int EACH = 40;

  private final Site site = Site.started();
  private final ManagedChannel channel =
      Grpc.newChannelBuilder(
              site.start(new GrpcTransportProvider()).replaceFirst("^grpc on (\\S+),.*$", "$1"),
              InsecureChannelCredentials.create())
          .build();

  @AfterEach
  void close() {
    channel.shutdownNow();
    site.close();
  }

  @Test
  void over_every_transport_and_in_every_form(TestInfo test) throws InvalidProtocolBufferException {
    long seed = Seed.number(test);
    Random random = new Random(seed);
    for (int i = 0; i < EACH; i++) {
      for (String type : new String[] {"observation", "tool-output", "working-state"}) {
        assertSame("seed " + seed, ingested("/v1/ingest-" + type, random));
      }
      for (String payload : new String[] {competence(random), planGraph(random)}) {
        String body = "{\"source\": \"a\", \"record\": " + full(payload) + "}";
        assertSame("seed " + seed, id("/v1/ingest-record", body));
      }
    }
  }

  private String ingested(String path, Random random) {
    String common = "{\"source\": " + text(random) + ", \"scope\": \"s\", ";
    String body =
        switch (path) {
          case "/v1/ingest-observation" ->
              "\"subject\": \"s\", \"predicate\": \"p\", \"if_known\": \"new\", \"object\": "
                  + json(random, 4);
          case "/v1/ingest-tool-output" ->
              "\"tool_name\": \"t\", \"args\": {\"a\": "
                  + json(random, 3)
                  + "}, \"result\": "
                  + json(random, 4);
          default ->
              "\"thread_id\": \"t\", \"state\": \"planning\", \"next_actions\": ["
                  + text(random)
                  + "], \"active_constraints\": [{\"type\": \"x\", \"key\": \"k\", \"value\": "
                  + json(random, 2)
                  + "}]";
        };
    return id(path, common + body + "}");
  }

  private String id(String path, String body) {
    return site.answer(path, body).at("/record/id").asText();
  }

  private static String full(String payload) {
    String type = payload.replaceFirst("(?s)^\\{\"kind\": \"(\\w+)\".*$", "$1");
    return "{\"type\": \""
        + type
        + "\", \"sensitivity\": \"low\", \"confidence\": 0.50, \"provenance\": {\"sources\": "
        + "[{\"kind\": \"event\", \"ref\": \"r\", \"timestamp\": \"2026-01-15T10:30:00Z\"}]}, "
        + "\"payload\": "
        + payload
        + "}";
  }

  private static String competence(Random random) {
    return "{\"kind\": \"competence\", \"skill_name\": \"s\", \"triggers\": [{\"signal\": \"x\"}], "
        + "\"recipe\": [{\"step\": \"x\", \"tool\": \"t\", \"args_schema\": {\"a\": "
        + json(random, 3)
        + "}}]}";
  }

  private static String planGraph(Random random) {
    return "{\"kind\": \"plan_graph\", \"plan_id\": \"p\", \"version\": \"1\", \"nodes\": "
        + "[{\"id\": \"n\", \"op\": \"o\", \"params\": {\"a\": "
        + json(random, 3)
        + "}}], \"edges\": []}";
  }

  private static String json(Random random, int depth) {
    return switch (random.nextInt(depth == 0 ? 5 : 7)) {
      case 0 -> "null";
      case 1 -> String.valueOf(random.nextBoolean());
      case 2 -> String.valueOf(random.nextLong());
      case 3 -> String.format(Locale.ROOT, "%.25f", random.nextGaussian());
      case 4 -> text(random);
      case 5 -> "[" + json(random, depth - 1) + "," + json(random, depth - 1) + "]";
      default -> "{\"k\":" + json(random, depth - 1) + "}";
    };
  }

  private static String text(Random random) {
    String[] some = {"a", "ö", "🦊", "\\\"", "\\\\", "\\n", "x y", "\\u0301", "漢"};
    StringBuilder text = new StringBuilder("\"t");
    for (int i = random.nextInt(6); i > 0; i--) {
      text.append(some[random.nextInt(some.length)]);
    }
    return text.append('"').toString();
  }

  private void assertSame(String seed, String id) throws InvalidProtocolBufferException {
    RetrieveByIDRequest request =
        RetrieveByIDRequest.newBuilder()
            .setId(id)
            .setTrust(TrustContext.newBuilder().setMaxSensitivity("hyper"))
            .build();
    String byGrpc =
        still(
            MembraneServiceGrpc.newBlockingStub(channel)
                .retrieveByID(request)
                .getRecord()
                .toStringUtf8());
    String path = "/membrane.v1.MembraneService/RetrieveByID";
    byte[] binary =
        site.send(
                site.request(path)
                    .header("content-type", "application/proto")
                    .POST(BodyPublishers.ofByteArray(request.toByteArray())),
                BodyHandlers.ofByteArray())
            .body();
    String byConnect =
        site.answer(path, "{\"id\": \"" + id + "\", \"trust\": {\"maxSensitivity\": \"hyper\"}}")
            .at("/record")
            .asText();

    assertThat(still(MemoryRecordResponse.parseFrom(binary).getRecord().toStringUtf8()))
        .as(seed)
        .isEqualTo(byGrpc);
    assertThat(still(new String(Base64.getDecoder().decode(byConnect), StandardCharsets.UTF_8)))
        .as(seed)
        .isEqualTo(byGrpc);
    assertThat(still(site.get("/v1/records/" + id).body()))
        .as(seed)
        .isEqualTo("{\"record\":" + byGrpc + "}");
  }

  /** Salience is that of the instant at which it is asked for. */
  private static String still(String json) {
    return json.replaceFirst("\"salience\":[0-9.E-]+", "\"salience\":1");
  }
}
