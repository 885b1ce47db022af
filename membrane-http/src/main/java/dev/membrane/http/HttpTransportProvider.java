package dev.membrane.http;

import dev.membrane.server.Gate;
import dev.membrane.server.TlsFiles;
import dev.membrane.server.Transport;
import dev.membrane.server.TransportContext;
import dev.membrane.server.TransportProvider;
import dev.membrane.server.monitoring.MetricsPages;
import dev.membrane.spi.Config;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes the HTTP transport. Reads {@code http_addr}, {@code http_hosts}, {@code http_origins} and
 * the keys of {@link TlsFiles}.
 */
public final class HttpTransportProvider implements TransportProvider {

  /** For {@link java.util.ServiceLoader}. */
  public HttpTransportProvider() {}

  @Override
  public String name() {
    return "http";
  }

  @Override
  public Set<String> keys() {
    return Stream.of(HttpConfig.keys(), TlsFiles.keys())
        .flatMap(Set::stream)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public void check(Config config) {
    HttpConfig.check(config);
  }

  @Override
  public Function<Gate, Transport> create(TransportContext context) {
    HttpConfig config = HttpConfig.from(context.config(), context.access());
    Optional<Function<Gate, MetricsPages>> pages = context.monitoring().at(config.address());
    return gate ->
        new HttpTransport(
            new HttpSetup(
                config,
                gate,
                context.observer(),
                context.tracer(),
                new OpenPages(pages.map(making -> making.apply(gate)), context.files()),
                context.endpoints(),
                Transport.GRACE));
  }
}
