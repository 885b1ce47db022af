package dev.membrane.grpc;

import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.TrustContext;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.TransportProvider;
import dev.membrane.tck.TransportTck;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import java.util.List;
import java.util.Map;

final class GrpcTransportContractTest extends TransportTck {

  private static final RetrieveRequest ALL =
      RetrieveRequest.newBuilder()
          .setTrust(TrustContext.newBuilder().setMaxSensitivity("hyper"))
          .build();

  @Override
  protected TransportProvider provider() {
    return new GrpcTransportProvider();
  }

  @Override
  protected Map<String, JsonValue> settings() {
    return Map.of("listen_addr", new JsonString("127.0.0.1:0"));
  }

  @Override
  protected List<String> retrieve(String startLine, String key) {
    String address = startLine.replaceFirst("^grpc on (\\S+:\\d+),.*$", "$1");
    ManagedChannel channel =
        Grpc.newChannelBuilder(address, InsecureChannelCredentials.create()).build();
    try {
      MembraneServiceBlockingStub stub = MembraneServiceGrpc.newBlockingStub(channel);
      var keyed = key == null ? stub : stub.withCallCredentials(BearerToken.of(key));
      return keyed.retrieve(ALL).getRecordsList().stream()
          .map(record -> Json.text(Json.object(record), "id"))
          .toList();
    } finally {
      channel.shutdownNow();
    }
  }
}
