package dev.membrane.server.internal.metrics;

import dev.membrane.server.Gate;
import dev.membrane.server.ListenAddress;
import dev.membrane.server.Transport;
import dev.membrane.server.monitoring.MetricsPages;
import dev.membrane.server.monitoring.ReadyCheck;
import dev.membrane.server.monitoring.Telemetry;
import dev.membrane.spi.Observer;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The observer that counts what the server does, and the place where its metrics are served, if
 * there is one. Not thread-safe.
 */
public final class ServerMetrics {

  private final @Nullable ListenAddress address;
  private final Meters meters = new Meters();
  private boolean isTaken;

  /**
   * What {@code metrics_addr} and {@link Telemetry} ask for.
   *
   * @param address null: nowhere
   */
  public ServerMetrics(@Nullable ListenAddress address) {
    this.address = address;
  }

  public Observer observer() {
    return meters;
  }

  /**
   * The pages, for a transport that listens on the address for metrics. Empty if it listens
   * elsewhere; with port 0 each takes a free port of its own, so two addresses are never the same.
   */
  public Optional<Function<Gate, MetricsPages>> takenBy(ListenAddress listening) {
    if (address == null
        || !listening.socket().equals(address.socket())
        || address.socket().getPort() == 0) {
      return Optional.empty();
    }
    isTaken = true;
    return Optional.of(this::pages);
  }

  /** The address that only the pages have; empty if a transport serves them. */
  public Optional<ListenAddress> ownAddress() {
    return Optional.ofNullable(isTaken ? null : address);
  }

  /** Serves the pages on their own address; empty if a transport serves them. */
  public Optional<Function<Gate, Transport>> endpoint() {
    return ownAddress().map(own -> gate -> new MetricsEndpoint(own, pages(gate)));
  }

  /** Counts also what waits behind a gate, and tells whether it is open. */
  public void observe(Gate gate) {
    meters.watchReadiness(new ReadyCheck(gate::check));
    meters.watchBacklog(gate::embeddingBacklog);
  }

  /** Has what is counted sent. */
  public void sendBy(Telemetry telemetry) {
    telemetry.send(meters.registry());
  }

  private MetricsPages pages(Gate gate) {
    return new MetricsPages(
        meters::scrape, gate::check, gate::embeddingBacklog, meters::isWriteRefused);
  }
}
