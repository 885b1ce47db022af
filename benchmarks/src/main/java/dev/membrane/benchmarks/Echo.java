package dev.membrane.benchmarks;

import io.grpc.CallOptions;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The least that a gRPC call costs: a server with the settings of Membrane's that sends back the
 * bytes it was sent, and a connection for each caller.
 */
final class Echo implements AutoCloseable {

  private static final MethodDescriptor<byte[], byte[]> METHOD =
      MethodDescriptor.<byte[], byte[]>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("membrane.Echo/Echo")
          .setRequestMarshaller(new Bytes())
          .setResponseMarshaller(new Bytes())
          .build();

  /** As many threads as Membrane has for reads. */
  private final ExecutorService workers =
      Executors.newFixedThreadPool(Math.max(4, 2 * Runtime.getRuntime().availableProcessors()));

  private final Server server;
  private final List<ManagedChannel> channels = new ArrayList<>();

  Echo(int callers) {
    server =
        NettyServerBuilder.forPort(0, InsecureServerCredentials.create())
            .addService(
                ServerServiceDefinition.builder("membrane.Echo")
                    .addMethod(
                        METHOD,
                        ServerCalls.asyncUnaryCall(
                            (bytes, to) -> {
                              to.onNext(bytes);
                              to.onCompleted();
                            }))
                    .build())
            .executor(workers)
            .maxInboundMessageSize(24 << 20)
            .maxConcurrentCallsPerConnection(256)
            .build();
    try {
      server.start();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    for (int caller = 0; caller < callers; caller++) {
      channels.add(Served.channel(server.getPort()));
    }
  }

  byte[] call(int caller, byte[] bytes) {
    return ClientCalls.blockingUnaryCall(channels.get(caller), METHOD, CallOptions.DEFAULT, bytes);
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    server.shutdownNow();
    workers.shutdown();
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }
  }
}
