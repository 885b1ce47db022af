package dev.membrane.server;

import dev.membrane.Membrane;
import dev.membrane.spi.Config;
import dev.membrane.spi.MemoryStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/** A memory and the transports that serve it, started as the configuration says. */
public final class Server implements AutoCloseable {

  private final Membrane membrane;
  private final Deque<Transport> transports = new ArrayDeque<>();
  private final List<String> parts = new ArrayList<>();

  private Server(Membrane membrane) {
    this.membrane = membrane;
  }

  /**
   * Starts everything, or nothing.
   *
   * @throws StartException with one line per fault
   */
  public static Server start(Config config) {
    Blueprint blueprint = Blueprint.of(config);
    MemoryStore store = blueprint.openStore();
    Server server = new Server(blueprint.builder().openStore(() -> store).build());
    server.parts.add("store " + store);
    try {
      blueprint.transports().forEach(server::serve);
    } catch (RuntimeException refused) {
      // Whatever a transport throws, the store's lock must not outlive the attempt.
      server.close();
      throw refused;
    }
    return server;
  }

  private void serve(Function<Membrane, Transport> making) {
    Transport transport = making.apply(membrane);
    parts.add(transport.start());
    transports.push(transport);
  }

  /** What is served. */
  Membrane membrane() {
    return membrane;
  }

  /** What is served, where and how guarded, in one line for the operator. */
  public String summary() {
    return String.join("; ", parts);
  }

  /** Stops the transports, last started first, then the engine and its store. */
  @Override
  public void close() {
    Transport last = transports.poll();
    if (last == null) {
      membrane.close();
      return;
    }
    try {
      last.close();
    } finally {
      close();
    }
  }
}
