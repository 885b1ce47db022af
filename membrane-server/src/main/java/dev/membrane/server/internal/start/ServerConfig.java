package dev.membrane.server.internal.start;

import dev.membrane.Membrane;
import dev.membrane.MembraneBuilder;
import dev.membrane.Memory;
import dev.membrane.server.Gate;
import dev.membrane.server.HttpEndpoint;
import dev.membrane.server.ListenAddress;
import dev.membrane.server.StartException;
import dev.membrane.server.TlsFiles;
import dev.membrane.server.Transport;
import dev.membrane.server.TransportContext;
import dev.membrane.server.TransportProvider;
import dev.membrane.server.internal.access.ConfiguredAccess;
import dev.membrane.server.internal.access.KeyedGate;
import dev.membrane.server.internal.config.Variables;
import dev.membrane.server.internal.metrics.MetricsEndpoint;
import dev.membrane.server.internal.metrics.ServerMetrics;
import dev.membrane.server.internal.plugin.Plugin;
import dev.membrane.server.internal.plugin.PluginEmbedder;
import dev.membrane.server.internal.plugin.PluginStore;
import dev.membrane.server.internal.plugin.PluginTransport;
import dev.membrane.server.internal.plugin.Plugins;
import dev.membrane.server.monitoring.Telemetry;
import dev.membrane.spi.Config;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.Observer;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.StoreProvider.StoredBytes;
import dev.membrane.spi.Tracer;
import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.spi.keys.StoreEncryption;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All that a valid configuration asks for. Nothing of it is opened yet. */
public final class ServerConfig {

  private static final Logger LOG = LoggerFactory.getLogger(ServerConfig.class);

  private static final String IDLE_EXIT = "idle_exit";

  private final Config config;
  private final MembraneBuilder builder;
  private final Optional<Extractor> extractor;
  private final PluginStore store;
  private final Optional<PluginEmbedder> embedder;
  private final ConfiguredAccess access;
  private final Optional<ServerMetrics> metrics;
  private final List<HttpEndpoint> endpoints;
  private final List<Function<Gate, Transport>> transports;
  private final Optional<Duration> idleExit;
  private final Optional<TlsFiles> tls;

  private ServerConfig(Config config, Plugins plugins, Optional<Telemetry> telemetry) {
    this.config = config;
    metrics = metrics(config, telemetry);
    PluginContext context = context(config, metrics, telemetry);
    extractor = plugins.extractor(context);
    builder =
        Membrane.builder()
            .config(config)
            .observer(context.observer())
            .tracer(context.tracer())
            .stages(plugins.stages(context, extractor.orElse(null)));
    Optional<PluginStore> chosen = PluginStore.chosen(plugins, context);
    access = ConfiguredAccess.from(config);
    endpoints = plugins.endpoints(context);
    transports = transports(plugins, context, access, metrics, endpoints);
    embedder = plugins.embedder(context);
    embedder.map(PluginEmbedder::embedder).ifPresent(builder::embedder);
    tls = Optional.ofNullable(TlsFiles.from(config));
    Duration idle = config.duration(IDLE_EXIT, Duration.ZERO);
    idleExit = Optional.of(idle).filter(some -> !some.isZero());
    warnings(config, plugins).forEach(LOG::warn);
    store = chosen.orElseThrow();
  }

  /**
   * Reads a configuration with all that are interested in it.
   *
   * @throws StartException with one line per fault
   */
  public static ServerConfig of(Config config) {
    return of(config, new Plugins(), Optional.empty());
  }

  /**
   * The same, for a server whose traces and metrics are sent.
   *
   * @param telemetry empty: they are not
   */
  static ServerConfig of(Config config, Plugins plugins, Optional<Telemetry> telemetry) {
    return new ServerConfig(config, plugins, telemetry);
  }

  private static PluginContext context(
      Config config, Optional<ServerMetrics> metrics, Optional<Telemetry> telemetry) {
    return new PluginContext(
        config,
        metrics.map(ServerMetrics::observer).orElse(Observer.NONE),
        telemetry.map(Telemetry::tracer).orElse(Tracer.NONE));
  }

  private static List<Function<Gate, Transport>> transports(
      Plugins plugins,
      PluginContext context,
      ConfiguredAccess access,
      Optional<ServerMetrics> metrics,
      List<HttpEndpoint> endpoints) {
    TransportContext given =
        new TransportContext(
            context.config(),
            context.observer(),
            context.tracer(),
            access,
            address -> metrics.flatMap(one -> one.takenBy(address)),
            endpoints,
            plugins.files(context.config()));
    List<Function<Gate, Transport>> transports = new ArrayList<>();
    for (Plugin<TransportProvider> plugin : plugins.transports(context.config())) {
      transports.add(PluginTransport.making(plugin, given));
    }
    metrics
        .flatMap(ServerMetrics::ownAddress)
        .ifPresent(address -> access.requireFree(MetricsEndpoint.KEY, address));
    // Last, so that it says ready after the others serve.
    metrics.flatMap(ServerMetrics::endpoint).ifPresent(transports::add);
    return transports;
  }

  /**
   * What of a configuration has no effect.
   *
   * @throws StartException with one line per fault, if it has any
   */
  private static List<String> warnings(Config config, Plugins plugins) {
    List<String> warnings = new ArrayList<>(plugins.checkIdle(config));
    // Whatever two have read has left its fault twice.
    List<String> faults = config.faults().stream().distinct().toList();
    if (!faults.isEmpty()) {
      throw faults.stream().allMatch(ListenAddress::isUnknownHost)
          ? new StartException(faults)
          : StartException.configuration(faults);
    }
    config
        .unknownVariables(Variables.OTHERS)
        .forEach(name -> warnings.add("unknown environment variable " + name));
    return warnings;
  }

  /** Unused, Micrometer costs no start. */
  private static Optional<ServerMetrics> metrics(Config config, Optional<Telemetry> telemetry) {
    Optional<ListenAddress> address = MetricsEndpoint.address(config);
    Optional<Telemetry> sending = telemetry.filter(Telemetry::wantsMetrics);
    if (address.isEmpty() && sending.isEmpty()) {
      return Optional.empty();
    }
    try {
      ServerMetrics metrics = new ServerMetrics(address.orElse(null));
      sending.ifPresent(metrics::sendBy);
      return Optional.of(metrics);
    } catch (NoClassDefFoundError missing) {
      LOG.debug("no metrics", missing);
      config.fault(
          MetricsEndpoint.KEY,
          "needs io.micrometer:micrometer-registry-prometheus, which is not on the class path");
      return Optional.empty();
    }
  }

  /** What it was read from. */
  Config config() {
    return config;
  }

  /** The extractor that is chosen; empty if there is none. */
  public Optional<Extractor> extractor() {
    return extractor;
  }

  /** Collects the settings of the engine. */
  public MembraneBuilder builder() {
    return builder;
  }

  /**
   * The embedder, looked at whether it can work.
   *
   * @throws StartException if it cannot
   */
  public Optional<PluginEmbedder> embedder() {
    return embedder.map(PluginEmbedder::checked);
  }

  /**
   * Opens the store.
   *
   * @throws StartException if it cannot be opened, or not be used with the embedder
   */
  public MemoryStore openStore() {
    MemoryStore opened = store.open();
    if (embedder.isPresent() && opened.vectors().isEmpty()) {
      opened.close();
      throw StartException.configuration(
          Plugins.EMBEDDER + ": " + opened + " keeps no vectors; set embedder: none");
    }
    return opened;
  }

  /** The plugin that opens the store. */
  Plugin<?> storePlugin() {
    return store.plugin();
  }

  /**
   * Refuses a store that is kept in a file which is not there, so that opening it makes none.
   *
   * @throws StartException if it is not there, or cannot be opened
   */
  public void requireFile() {
    store.requireFile();
  }

  /**
   * Opens the store for reading, whoever writes it meanwhile.
   *
   * @throws StartException if it cannot be opened
   */
  public StoreReader openReader() {
    return store.openReader();
  }

  /** Where the store keeps its bytes, without opening it; empty if nobody can look there. */
  public Optional<StoredBytes> storedBytes() {
    return store.storedBytes();
  }

  /** What can be done with the keys of the store; empty if it has none. */
  public Optional<StoreEncryption> encryption() {
    return store.encryption();
  }

  /** Opens the key with which the store is encrypted; empty if it is not. */
  public Optional<Supplier<KeyEncryptionKey>> key() {
    return store.key();
  }

  /** The one way to a memory for all transports. */
  KeyedGate gate(Memory memory) {
    KeyedGate gate = access.gate(memory);
    metrics.ifPresent(it -> it.observe(gate));
    return gate;
  }

  /** After how long without a call the server ends; empty: it does not. */
  Optional<Duration> idleExit() {
    return idleExit;
  }

  /** The files for TLS; empty: there is none. */
  Optional<TlsFiles> tls() {
    return tls;
  }

  /** What HTTP serves besides the API. */
  List<HttpEndpoint> endpoints() {
    return endpoints;
  }

  /** What makes each transport. */
  List<Function<Gate, Transport>> transports() {
    return transports;
  }
}
