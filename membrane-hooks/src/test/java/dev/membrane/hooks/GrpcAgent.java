package dev.membrane.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import dev.membrane.Memory;
import dev.membrane.grpc.GrpcTransportProvider;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestOutcomeRequest;
import dev.membrane.grpc.v1.IngestToolOutputRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.hooks.FortyRuns.Call;
import dev.membrane.hooks.FortyRuns.Run;
import dev.membrane.schema.JsonString;
import dev.membrane.server.Transport;
import dev.membrane.server.TransportContext;
import dev.membrane.server.internal.access.ConfiguredAccess;
import dev.membrane.spi.Config;
import dev.membrane.spi.Observer;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.util.Map;

/** An agent that tells of its runs itself, over gRPC. */
final class GrpcAgent implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Transport transport;
  private final ManagedChannel channel;
  private final MembraneServiceBlockingStub stub;

  GrpcAgent(Memory membrane) {
    Config config = new Config(Map.of("listen_addr", new JsonString("127.0.0.1:0")));
    ConfiguredAccess access = ConfiguredAccess.from(config);
    TransportContext context = new TransportContext(config, Observer.NONE, access);
    transport = new GrpcTransportProvider().create(context).apply(access.gate(membrane));
    assertThat(config.faults()).isEmpty();
    String address = transport.start().replaceFirst("^grpc on ([^\\s,]+).*$", "$1");
    channel = Grpc.newChannelBuilder(address, InsecureChannelCredentials.create()).build();
    stub = MembraneServiceGrpc.newBlockingStub(channel);
  }

  void tell(Run run) {
    String episode = "run-" + run.number();
    IngestEventRequest asked =
        IngestEventRequest.newBuilder()
            .setSource("me")
            .setEventKind("user_input")
            .setRef("run")
            .setSummary(run.prompt())
            .setEpisode(episode)
            .build();
    String id = id(stub.ingestEvent(asked).getRecord());
    for (Call call : run.calls()) {
      Object result = call.error() == null ? call.result() : Map.of("error", call.error());
      var unused =
          stub.ingestToolOutput(
              IngestToolOutputRequest.newBuilder()
                  .setSource("me")
                  .setToolName(call.tool())
                  .setArgs(json(call.args()))
                  .setResult(json(result))
                  .setEpisode(episode)
                  .build());
    }
    var unused =
        stub.ingestOutcome(
            IngestOutcomeRequest.newBuilder()
                .setSource("me")
                .setTargetRecordId(id)
                .setOutcomeStatus(run.isSuccess() ? "success" : "failure")
                .build());
  }

  private static String id(ByteString record) {
    try {
      return JSON.readTree(record.toByteArray()).path("id").asText();
    } catch (IOException malformed) {
      throw new AssertionError(malformed);
    }
  }

  private static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException impossible) {
      throw new AssertionError(impossible);
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
    transport.close();
  }
}
