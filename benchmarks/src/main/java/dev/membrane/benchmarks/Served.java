package dev.membrane.benchmarks;

import dev.membrane.Memory;
import dev.membrane.grpc.GrpcTransportProvider;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.schema.JsonString;
import dev.membrane.server.Transport;
import dev.membrane.server.TransportContext;
import dev.membrane.server.internal.access.ConfiguredAccess;
import dev.membrane.spi.Config;
import dev.membrane.spi.Observer;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An engine served as the bundled server serves it, and a connection for each caller. */
final class Served implements AutoCloseable {

  private static final Pattern PORT = Pattern.compile("grpc on \\S*?:(\\d+)");

  private final Transport transport;
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final List<MembraneServiceBlockingStub> stubs = new ArrayList<>();

  Served(Memory engine, int callers) {
    Config config = new Config(Map.of("listen_addr", new JsonString("127.0.0.1:0")));
    ConfiguredAccess access = ConfiguredAccess.from(config);
    TransportContext context = new TransportContext(config, Observer.NONE, access);
    transport = new GrpcTransportProvider().create(context).apply(access.gate(engine));
    int port = port(transport.start());
    for (int caller = 0; caller < callers; caller++) {
      ManagedChannel channel = channel(port);
      channels.add(channel);
      stubs.add(MembraneServiceGrpc.newBlockingStub(channel));
    }
  }

  /** The stub of a caller. */
  MembraneServiceBlockingStub stub(int caller) {
    return stubs.get(caller);
  }

  static ManagedChannel channel(int port) {
    return Grpc.newChannelBuilder("127.0.0.1:" + port, InsecureChannelCredentials.create())
        .maxInboundMessageSize(64 << 20)
        .build();
  }

  /** The port that a line of a starting server names. */
  static int port(String line) {
    Matcher matcher = PORT.matcher(line);
    if (!matcher.find()) {
      throw new IllegalStateException("no port in: " + line);
    }
    return Integer.parseInt(matcher.group(1));
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    transport.close();
  }
}
