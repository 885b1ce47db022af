package dev.membrane.server;

import dev.membrane.spi.Observer;
import java.util.Optional;
import java.util.function.Function;

/**
 * The observer that counts what the server does, and the place where its metrics are served. Not
 * thread-safe.
 */
final class Watch {

  private final ListenAddress address;
  private final Meters meters = new Meters();
  private boolean isTaken;

  /** What {@code metrics_addr} asks for. */
  Watch(ListenAddress address) {
    this.address = address;
  }

  Observer observer() {
    return meters;
  }

  /**
   * The pages, for a transport that listens on the address for metrics. Empty if it listens
   * elsewhere; with port 0 each takes a free port of its own, so two addresses are never the same.
   */
  Optional<Function<Gate, MetricsPages>> takenBy(ListenAddress listening) {
    if (!listening.equals(address) || address.socket().getPort() == 0) {
      return Optional.empty();
    }
    isTaken = true;
    return Optional.of(this::pages);
  }

  /** Serves the pages on their own address; empty if a transport serves them. */
  Optional<Function<Gate, Transport>> endpoint() {
    return isTaken
        ? Optional.empty()
        : Optional.of(gate -> new MetricsEndpoint(address, pages(gate)));
  }

  private MetricsPages pages(Gate gate) {
    meters.watchBacklog(gate::embeddingBacklog);
    return new MetricsPages(meters::scrape, gate::check, gate::embeddingBacklog);
  }
}
