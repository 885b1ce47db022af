package dev.membrane.server;

import dev.membrane.server.monitoring.MetricsPages;
import dev.membrane.spi.Config;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Tracer;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a transport is given when it is created.
 *
 * @param config the configuration; transports of other vendors use {@code config.plugin(name)}
 * @param observer is notified of every call
 * @param tracer follows every call
 * @param access who may call; a transport tells it where it listens
 * @param monitoring what a transport of HTTP may serve besides its calls
 * @param endpoints what else a transport of HTTP serves
 * @param files what a transport of HTTP shows to everybody
 */
public record TransportContext(
    Config config,
    Observer observer,
    Tracer tracer,
    Access access,
    Monitoring monitoring,
    List<HttpEndpoint> endpoints,
    List<HttpFile> files) {

  /** Copies the lists. */
  public TransportContext {
    endpoints = List.copyOf(endpoints);
    files = List.copyOf(files);
  }

  /** Without a tracer, and without anything to serve besides the calls. */
  public TransportContext(Config config, Observer observer, Access access) {
    this(config, observer, Tracer.NONE, access, Monitoring.NONE, List.of(), List.of());
  }

  /** The pages of {@code metrics_addr}, for the transport that listens there. */
  @FunctionalInterface
  public interface Monitoring {

    /** None are wanted. */
    Monitoring NONE = address -> Optional.empty();

    /**
     * Takes over the pages, if {@code metrics_addr} is this address; nobody else then serves them.
     *
     * @return what makes them, to be closed by whoever serves them
     */
    Optional<Function<Gate, MetricsPages>> at(ListenAddress address);
  }
}
