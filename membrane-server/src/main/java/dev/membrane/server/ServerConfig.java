package dev.membrane.server;

import dev.membrane.Membrane;
import dev.membrane.MembraneBuilder;
import dev.membrane.spi.Config;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.KeyEncryptionKey;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Observer;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.StoreEncryption;
import dev.membrane.spi.StoreOpenException;
import dev.membrane.spi.StoreProvider;
import dev.membrane.spi.StoreReader;
import dev.membrane.spi.StoredBytes;
import dev.membrane.spi.Tracer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All that a valid configuration asks for. Nothing of it is opened yet. */
final class ServerConfig {

  private static final Logger LOG = LoggerFactory.getLogger(ServerConfig.class);

  private static final String IDLE_EXIT = "idle_exit";

  private final MembraneBuilder builder;
  private final Supplier<MemoryStore> store;
  private final Supplier<Supplier<? extends StoreReader>> reader;
  private final Supplier<Optional<StoredBytes>> storedBytes;
  private final Supplier<Optional<StoreEncryption>> encryption;
  private final Optional<Supplier<KeyEncryptionKey>> key;
  private final Optional<PluginEmbedder> embedder;
  private final Access access;
  private final Optional<ServerMetrics> metrics;
  private final List<HttpEndpoint> endpoints;
  private final List<Function<Gate, Transport>> transports;
  private final Optional<Duration> idleExit;
  private final Optional<TlsFiles> tls;
  private final List<String> warnings;

  private ServerConfig(
      MembraneBuilder builder,
      Supplier<MemoryStore> store,
      Supplier<Supplier<? extends StoreReader>> reader,
      Supplier<Optional<StoredBytes>> storedBytes,
      Supplier<Optional<StoreEncryption>> encryption,
      Optional<Supplier<KeyEncryptionKey>> key,
      Optional<PluginEmbedder> embedder,
      Access access,
      Optional<ServerMetrics> metrics,
      List<HttpEndpoint> endpoints,
      List<Function<Gate, Transport>> transports,
      Optional<Duration> idleExit,
      Optional<TlsFiles> tls,
      List<String> warnings) {
    this.builder = builder;
    this.store = store;
    this.reader = reader;
    this.storedBytes = storedBytes;
    this.encryption = encryption;
    this.key = key;
    this.embedder = embedder;
    this.access = access;
    this.metrics = metrics;
    this.endpoints = List.copyOf(endpoints);
    this.transports = List.copyOf(transports);
    this.idleExit = idleExit;
    this.tls = tls;
    this.warnings = List.copyOf(warnings);
  }

  /**
   * Reads a configuration with all that are interested in it.
   *
   * @throws StartException with one line per fault
   */
  static ServerConfig of(Config config) {
    return of(config, null);
  }

  /**
   * The same, for a server whose traces and metrics are sent.
   *
   * @param telemetry null: they are not
   */
  static ServerConfig of(Config config, @Nullable Telemetry telemetry) {
    ServerConfig read = read(config, telemetry);
    read.warnings.forEach(LOG::warn);
    return read;
  }

  /** Reads a configuration that was {@linkplain #check checked}, and so warned of, before. */
  static ServerConfig ofChecked(Config config) {
    return read(config, null);
  }

  private static ServerConfig read(Config config, @Nullable Telemetry telemetry) {
    Plugins plugins = new Plugins();
    Optional<ServerMetrics> metrics = metrics(config, telemetry);
    Observer observer = metrics.map(ServerMetrics::observer).orElse(Observer.NONE);
    Tracer tracer = telemetry == null ? Tracer.NONE : telemetry.tracer();
    PluginContext context = new PluginContext(config, observer, tracer);
    MembraneBuilder builder =
        Membrane.builder()
            .config(config)
            .observer(observer)
            .tracer(tracer)
            .stages(plugins.stages(context));
    Optional<Plugin<StoreProvider>> provider = plugins.store(config);
    Optional<Supplier<KeyEncryptionKey>> key = plugins.key(context);
    PluginContext forStore = context.withKey(key.orElse(null));
    Optional<Supplier<MemoryStore>> store =
        provider.map(found -> opening(found, found.ask("create()", it -> it.create(forStore))));
    if (key.isPresent()) {
      provider.ifPresent(found -> requireEncrypting(found, config));
    }
    List<Function<Gate, Transport>> transports = new ArrayList<>();
    Access access = Access.from(config);
    List<HttpEndpoint> endpoints = plugins.endpoints(context);
    TransportContext forTransports =
        new TransportContext(
            config,
            observer,
            tracer,
            access,
            address -> metrics.flatMap(one -> one.takenBy(address)),
            endpoints,
            plugins.files(config));
    for (Plugin<TransportProvider> found : plugins.transports(config)) {
      transports.add(making(found, found.ask("create()", it -> it.create(forTransports))));
    }
    // Last, so that it says ready after the others serve.
    metrics.flatMap(ServerMetrics::endpoint).ifPresent(transports::add);
    Optional<PluginEmbedder> embedder = plugins.embedder(context);
    embedder.map(PluginEmbedder::embedder).ifPresent(builder::embedder);
    Optional<TlsFiles> tls = Optional.ofNullable(TlsFiles.from(config));
    Duration idle = config.duration(IDLE_EXIT, Duration.ZERO);
    List<String> warnings = new ArrayList<>(plugins.checkIdle(config));
    // Whatever two have read has left its fault twice.
    List<String> faults = config.faults().stream().distinct().toList();
    if (!faults.isEmpty() || store.isEmpty()) {
      throw StartException.configuration(faults);
    }
    config
        .unknownVariables(Variables.OTHERS)
        .forEach(name -> warnings.add("unknown environment variable " + name));
    return new ServerConfig(
        builder,
        store.get(),
        () -> {
          Plugin<StoreProvider> found = provider.orElseThrow();
          return opening(found, found.ask("createReader()", it -> it.createReader(forStore)));
        },
        () -> provider.orElseThrow().ask("storedBytes()", it -> it.storedBytes(context)),
        () -> provider.orElseThrow().ask("encryption()", it -> it.encryption(forStore)),
        key,
        embedder,
        access,
        metrics,
        endpoints,
        transports,
        Optional.of(idle).filter(some -> !some.isZero()),
        tls,
        warnings);
  }

  private static <T> Supplier<T> opening(
      Plugin<StoreProvider> store, Supplier<? extends T> opening) {
    return () -> store.use("when its store was opened", opening);
  }

  private static Function<Gate, Transport> making(
      Plugin<TransportProvider> found, Function<Gate, Transport> making) {
    return gate ->
        new PluginTransport(
            found, found.use("when its transport was made", () -> making.apply(gate)));
  }

  /** Who asks for encryption must not believe that it is there. */
  private static void requireEncrypting(Plugin<StoreProvider> store, Config config) {
    if (!store.ask("isEncrypting()", StoreProvider::isEncrypting)) {
      config.fault(
          Plugins.KEY_PROVIDER,
          "the store %s cannot be encrypted; leave it out, and encryption_key_file"
              .formatted(store.name()));
    }
  }

  /** Unused, Micrometer costs no start. */
  private static Optional<ServerMetrics> metrics(Config config, @Nullable Telemetry telemetry) {
    Optional<ListenAddress> address = MetricsEndpoint.address(config);
    Optional<Telemetry> sending = Optional.ofNullable(telemetry).filter(Telemetry::wantsMetrics);
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

  /**
   * Checks a configuration that something else has read already.
   *
   * @throws StartException with one line per fault
   */
  static void check(Config config) {
    ServerConfig unused = of(config);
  }

  /** Collects the settings of the engine. */
  MembraneBuilder builder() {
    return builder;
  }

  /**
   * The embedder, looked at whether it can work.
   *
   * @throws StartException if it cannot
   */
  Optional<Embedder> embedder() {
    return embedder.map(PluginEmbedder::checked);
  }

  /**
   * Opens the store.
   *
   * @throws StartException if it cannot be opened, or not be used with the embedder
   */
  MemoryStore openStore() {
    MemoryStore opened = open(store);
    if (embedder.isPresent() && opened.vectors().isEmpty()) {
      opened.close();
      throw StartException.configuration(
          Plugins.EMBEDDER + ": " + opened + " keeps no vectors; set embedder: none");
    }
    return opened;
  }

  /**
   * Opens the store for reading, beside whoever writes it.
   *
   * @throws StartException if it cannot be opened
   */
  StoreReader openReader() {
    return open(reader.get());
  }

  /** Where the store keeps its bytes, without opening it; empty if nobody can look there. */
  Optional<StoredBytes> storedBytes() {
    return storedBytes.get();
  }

  /** What can be done with the keys of the store; empty if it has none. */
  Optional<StoreEncryption> encryption() {
    return encryption.get();
  }

  /** Opens the key with which the store is encrypted; empty if it is not. */
  Optional<Supplier<KeyEncryptionKey>> key() {
    return key;
  }

  /** The one way to a memory for all transports. */
  Gate gate(Membrane membrane) {
    Gate gate = access.gate(membrane);
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

  /** What HTTP serves beside the API. */
  List<HttpEndpoint> endpoints() {
    return endpoints;
  }

  /** What makes each transport. */
  List<Function<Gate, Transport>> transports() {
    return transports;
  }

  private static <T> T open(Supplier<? extends T> opening) {
    try {
      return opening.get();
    } catch (StoreOpenException refused) {
      throw refused(refused);
    }
  }

  static StartException refused(StoreOpenException refused) {
    String line = String.valueOf(refused.getMessage());
    return refused.isConfiguration()
        ? StartException.configuration(line, refused)
        : new StartException(line, refused);
  }
}
