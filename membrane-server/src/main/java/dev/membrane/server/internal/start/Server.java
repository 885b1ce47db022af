package dev.membrane.server.internal.start;

import dev.membrane.Membrane;
import dev.membrane.internal.work.DaemonThread;
import dev.membrane.server.Gate;
import dev.membrane.server.HttpEndpoint;
import dev.membrane.server.StartException;
import dev.membrane.server.TlsFiles;
import dev.membrane.server.Transport;
import dev.membrane.server.TransportProvider;
import dev.membrane.server.internal.access.AcceptedKeys;
import dev.membrane.server.internal.access.ConfiguredAccess;
import dev.membrane.server.internal.access.KeyedGate;
import dev.membrane.server.internal.plugin.Plugin;
import dev.membrane.server.internal.plugin.PluginEmbedder;
import dev.membrane.server.internal.plugin.Plugins;
import dev.membrane.server.monitoring.Telemetry;
import dev.membrane.spi.Config;
import dev.membrane.spi.keys.StoreEncryption;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreOpenException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A memory and the transports that serve it, started as the configuration says. */
public final class Server implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Server.class);

  /** What a reload takes over, and the files of TLS, of which it tells by itself. */
  private static final Pattern TOLD_OTHERWISE =
      Pattern.compile("api_key|principals|encryption_key_file|key_provider|tls_.*_file");

  /** Within the time that supervisors wait. What is acknowledged is committed before. */
  private static final Duration MAX_CLOSING = Duration.ofSeconds(25);

  private final Membrane membrane;
  private final MemoryStore store;
  private final Plugin<?> storePlugin;
  private final KeyedGate gate;
  private final Optional<PluginEmbedder> embedder;
  private final Optional<Telemetry> telemetry;
  private final List<HttpEndpoint> endpoints;
  private final Optional<Duration> idleExit;
  private final Optional<String> tls;
  private final Config started;
  private final Deque<Transport> transports = new ArrayDeque<>();
  private final List<String> parts = new ArrayList<>();

  private Server(
      ServerConfig serverConfig,
      Membrane membrane,
      MemoryStore store,
      Optional<PluginEmbedder> embedder,
      Optional<Telemetry> telemetry) {
    this.telemetry = telemetry;
    this.membrane = membrane;
    this.store = store;
    this.storePlugin = serverConfig.storePlugin();
    this.gate = serverConfig.gate(membrane);
    this.embedder = embedder;
    this.endpoints = serverConfig.endpoints();
    this.idleExit = serverConfig.idleExit();
    this.tls = serverConfig.tls().map(TlsFiles::version);
    this.started = serverConfig.config();
  }

  /**
   * Starts everything, or nothing.
   *
   * @throws StartException with one line per fault
   */
  public static Server start(Config config) {
    Plugins plugins = new Plugins();
    if (plugins.isWithoutDoor(config)) {
      throw StartException.configuration(
          "plugins.grpc.enabled: no transport is on, so nobody could call; turn one on");
    }
    plugins.transports(config).forEach(Server::warmUp);
    Optional<Telemetry> telemetry = Plugins.telemetry(config);
    boolean isStarted = false;
    try {
      Server server = start(ServerConfig.of(config, plugins, telemetry), telemetry);
      isStarted = true;
      return server;
    } finally {
      if (!isStarted) {
        telemetry.ifPresent(Telemetry::close);
      }
    }
  }

  private static Server start(ServerConfig serverConfig, Optional<Telemetry> telemetry) {
    Optional<PluginEmbedder> embedder = serverConfig.embedder();
    // Before there is a store, as a start that fails leaves no file behind.
    serverConfig.tls().ifPresent(TlsFiles::check);
    MemoryStore store = serverConfig.openStore();
    Server server = over(store, serverConfig, embedder, telemetry);
    embedder.ifPresent(chosen -> server.parts.add("embedder " + chosen.embedder().model()));
    telemetry.ifPresent(sending -> server.parts.add(sending.summary()));
    try {
      serverConfig.transports().forEach(server::serve);
    } catch (RuntimeException refused) {
      // Whatever a transport throws, the store's lock must not outlive the attempt.
      server.close();
      throw refused;
    }
    // Last, as a transport refuses files that cannot be used.
    serverConfig.tls().ifPresent(Server::warn);
    return server;
  }

  /**
   * The store's lock, and what was opened along with it, must not outlive an attempt that fails.
   */
  private static Server over(
      MemoryStore store,
      ServerConfig serverConfig,
      Optional<PluginEmbedder> embedder,
      Optional<Telemetry> telemetry) {
    Plugin<?> plugin = serverConfig.storePlugin();
    Runnable undo = store::close;
    boolean isDone = false;
    try {
      String name = plugin.use("in toString() of its store", store::toString);
      Membrane membrane =
          plugin.use(
              "when the memory in its store was opened",
              () -> serverConfig.builder().openStore(() -> store).build());
      undo = membrane::close;
      Server server = new Server(serverConfig, membrane, store, embedder, telemetry);
      server.parts.add("store " + name);
      isDone = true;
      return server;
    } finally {
      if (!isDone) {
        plugin.release("in close() of its store", undo);
        embedder.ifPresent(PluginEmbedder::close);
      }
    }
  }

  /** Beside all else that a start does: two processors are more than one. */
  private static void warmUp(Plugin<TransportProvider> transport) {
    Runnable warmUp = () -> transport.tell("warmUp()", TransportProvider::warmUp);
    Thread thread = DaemonThread.of("membrane-warm-up", warmUp);
    // What cannot be loaded here cannot be loaded where it is needed, and is told there.
    thread.setUncaughtExceptionHandler((same, failure) -> LOG.debug("warm-up failed", failure));
    thread.start();
  }

  private void serve(Function<Gate, Transport> making) {
    Transport transport = making.apply(gate);
    parts.add(transport.start());
    transports.push(transport);
  }

  /**
   * Waits until nobody has called for as long as {@code idle_exit} says; for ever if it says
   * nothing.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  public void awaitIdle() throws InterruptedException {
    if (idleExit.isEmpty()) {
      new CountDownLatch(1).await();
      return;
    }
    Duration left = idleExit.get().minus(gate.idle());
    while (!left.isNegative()) {
      TimeUnit.NANOSECONDS.sleep(left.toNanos() + 1);
      left = idleExit.get().minus(gate.idle());
    }
    LOG.info("nobody has called for idle_exit, so the server ends");
  }

  /** What is served. */
  public Membrane membrane() {
    return membrane;
  }

  /**
   * Reads again who may call, and the key of an encrypted store.
   *
   * @throws StartException with one line per fault of the configuration; then nothing has changed
   */
  public synchronized void reload(Config config) {
    AcceptedKeys keys = ConfiguredAccess.from(config).keys();
    ServerConfig read = ServerConfig.of(config);
    read.encryption().ifPresent(this::adopt);
    gate.adopt(keys);
    warnOfTls(read.tls());
    warnOfOthers(config);
  }

  private void warnOfTls(Optional<TlsFiles> files) {
    Optional<String> unusable = files.flatMap(TlsWarnings::unusable);
    if (unusable.isPresent()) {
      LOG.warn(unusable.get());
      return;
    }
    if (!files.map(TlsFiles::version).equals(tls)) {
      LOG.warn(
          "tls_cert_file, tls_key_file or tls_client_ca_file changed;"
              + " restart the server to use the new files");
    }
    files.ifPresent(Server::warn);
  }

  private void warnOfOthers(Config config) {
    Set<String> changed = config.changedSince(started);
    String ofKeys = "plugins." + config.text(Plugins.KEY_PROVIDER, "") + ".";
    changed.removeIf(key -> TOLD_OTHERWISE.matcher(key).matches() || key.startsWith(ofKeys));
    if (!changed.isEmpty()) {
      LOG.warn("changed, and used after a restart only: {}", String.join(", ", changed));
    }
  }

  private static void warn(TlsFiles files) {
    TlsWarnings.of(files, Instant.now()).forEach(LOG::warn);
  }

  private void adopt(StoreEncryption encryption) {
    try {
      long wrapped = encryption.adopt(store);
      if (wrapped > 0) {
        LOG.info("the key of the store was changed; it wraps {} data keys", wrapped);
      }
    } catch (StoreOpenException refused) {
      throw new StartException(String.valueOf(refused.getMessage()), refused);
    }
  }

  /** What is served, where and how guarded, in one line for the operator. */
  public String summary() {
    return String.join("; ", parts);
  }

  /**
   * Stops the transports, last started first, then the engine and its store, then the embedder, and
   * sends what is left to report of them.
   */
  @Override
  public synchronized void close() {
    Transport last = transports.poll();
    if (last == null) {
      closeMembrane();
      return;
    }
    try {
      last.close();
    } finally {
      close();
    }
  }

  private void closeMembrane() {
    try {
      storePlugin.end("in close() of its store", MAX_CLOSING, membrane::close);
    } finally {
      embedder.ifPresent(PluginEmbedder::close);
      endpoints.forEach(HttpEndpoint::closed);
      telemetry.ifPresent(Telemetry::close);
    }
  }
}
