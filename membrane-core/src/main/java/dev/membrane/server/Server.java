package dev.membrane.server;

import dev.membrane.Membrane;
import dev.membrane.spi.Config;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.StoreOpenException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A memory and the transports that serve it, started as the configuration says. */
public final class Server implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Server.class);

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
    Plugins plugins = new Plugins();
    PluginContext context = new PluginContext(config);
    Membrane.Builder builder = Membrane.builder().config(config);
    Optional<Supplier<MemoryStore>> store =
        plugins.store(config).map(provider -> provider.create(context));
    List<Function<Membrane, Transport>> transports =
        plugins.transports(config).stream().map(provider -> provider.create(context)).toList();
    AbsentCapabilities.check(config);
    List<String> faults = config.faults();
    if (!faults.isEmpty() || store.isEmpty()) {
      throw new StartException(faults);
    }
    config.unknownVariables().forEach(name -> LOG.warn("unknown environment variable {}", name));
    return serving(builder, store.get(), transports);
  }

  private static Server serving(
      Membrane.Builder builder,
      Supplier<MemoryStore> opening,
      List<Function<Membrane, Transport>> transports) {
    MemoryStore store = open(opening);
    Server server = new Server(builder.openStore(() -> store).build());
    server.parts.add("store " + store);
    try {
      transports.forEach(server::serve);
    } catch (RuntimeException refused) {
      // Whatever a transport throws, the store's lock must not outlive the attempt.
      server.close();
      throw refused;
    }
    return server;
  }

  private static MemoryStore open(Supplier<MemoryStore> opening) {
    try {
      return opening.get();
    } catch (StoreOpenException refused) {
      throw new StartException(String.valueOf(refused.getMessage()), refused);
    }
  }

  private void serve(Function<Membrane, Transport> making) {
    Transport transport = making.apply(membrane);
    parts.add(transport.start());
    transports.push(transport);
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
