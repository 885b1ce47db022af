package dev.membrane.server;

import dev.membrane.spi.Observer;
import java.util.Optional;
import java.util.function.Function;

/** Who is told what is done, and what makes it known. Not thread-safe. */
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
   * The pages, for a transport that listens where they are wanted. Where each takes any free port,
   * no two are the same.
   */
  Optional<Function<Gate, MetricsPages>> takenBy(ListenAddress listening) {
    if (!listening.equals(address) || address.socket().getPort() == 0) {
      return Optional.empty();
    }
    isTaken = true;
    return Optional.of(this::pages);
  }

  /** What serves them on an address of their own, unless a transport does. */
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
