package dev.membrane.grpc;

import dev.membrane.Membrane;
import dev.membrane.server.Transport;
import dev.membrane.server.TransportProvider;
import dev.membrane.spi.PluginContext;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.function.Function;

/**
 * Makes the gRPC transport. Reads {@code listen_addr}, {@code allow_insecure_remote}, {@code
 * api_key}, {@code principals}, {@code rate_limit_per_second}, {@code tls_cert_file}, {@code
 * tls_key_file} and {@code tls_client_ca_file}.
 */
public final class GrpcTransportProvider implements TransportProvider {

  private static final Duration GRACE = Duration.ofSeconds(5);

  @Override
  public String name() {
    return "grpc";
  }

  /**
   * Those that say who may call are not among them: where this transport is off, whoever set one
   * must not believe that a key is asked for.
   */
  @Override
  public Set<String> keys() {
    return Set.of("listen_addr", "tls_cert_file", "tls_key_file", "tls_client_ca_file");
  }

  @Override
  public Function<Membrane, Transport> create(PluginContext context) {
    GrpcConfig config = GrpcConfig.from(context.config());
    return engine ->
        new GrpcTransport(
            config,
            new GuardedServices(
                config,
                new FaultIds(),
                context.observer(),
                InstantSource.system(),
                TimeMeter.SYSTEM_NANOTIME),
            engine,
            GRACE);
  }

  @Override
  public void warmUp() {
    WarmUp.run();
  }
}
