package dev.membrane.grpc;

import dev.membrane.protocol.FaultIds;
import dev.membrane.server.Gate;
import dev.membrane.server.ListenAddress;
import dev.membrane.server.TlsFiles;
import dev.membrane.server.Transport;
import dev.membrane.server.TransportContext;
import dev.membrane.server.TransportProvider;
import dev.membrane.spi.Config;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;

/**
 * Makes the gRPC transport. Reads {@code listen_addr}, {@code tls_cert_file}, {@code tls_key_file}
 * and {@code tls_client_ca_file}.
 */
public final class GrpcTransportProvider implements TransportProvider {

  @Override
  public String name() {
    return "grpc";
  }

  @Override
  public Set<String> keys() {
    Set<String> keys = new HashSet<>(TlsFiles.keys());
    keys.add("listen_addr");
    return keys;
  }

  @Override
  public void check(Config config) {
    ListenAddress unused = GrpcConfig.address(config);
  }

  @Override
  public Function<Gate, Transport> create(TransportContext context) {
    GrpcConfig config = GrpcConfig.from(context.config(), context.access());
    return gate ->
        new GrpcTransport(
            config,
            new GuardedServices(gate, new FaultIds(), context.observer(), context.tracer()),
            gate,
            Transport.GRACE);
  }

  @Override
  public void warmUp() {
    WarmUp.run();
  }
}
