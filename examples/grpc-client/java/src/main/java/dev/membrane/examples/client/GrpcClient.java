package dev.membrane.examples.client;

import com.google.protobuf.ByteString;
import dev.membrane.grpc.v1.IngestObservationRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.TrustContext;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Has a server remember something, and asks for it. */
public final class GrpcClient {

  private GrpcClient() {}

  /** Takes the server's address as its argument; {@code localhost:9820} without one. */
  public static void main(String... arguments) {
    tell(arguments.length == 0 ? "localhost:9820" : arguments[0]).forEach(System.out::println);
  }

  /** The records that the server answers with, as JSON. */
  static List<String> tell(String address) {
    ManagedChannel channel =
        Grpc.newChannelBuilder(address, InsecureChannelCredentials.create()).build();
    try {
      MembraneServiceBlockingStub memory =
          MembraneServiceGrpc.newBlockingStub(channel).withDeadlineAfter(10, TimeUnit.SECONDS);
      memory.ingestObservation(
          IngestObservationRequest.newBuilder()
              .setSource("java-client")
              .setSubject("user")
              .setPredicate("prefers_language")
              .setObject("\"Java\"")
              .setScope("project")
              .build());
      return memory
          .retrieve(
              RetrieveRequest.newBuilder()
                  .setTaskDescriptor("which language does the user prefer?")
                  .setTrust(TrustContext.newBuilder().setMaxSensitivity("low").addScopes("project"))
                  .build())
          .getRecordsList()
          .stream()
          .map(ByteString::toStringUtf8)
          .toList();
    } finally {
      channel.shutdownNow();
    }
  }
}
