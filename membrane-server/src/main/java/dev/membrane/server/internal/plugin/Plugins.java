package dev.membrane.server.internal.plugin;

import dev.membrane.internal.DefaultStages;
import dev.membrane.schema.Sensitivity;
import dev.membrane.server.HttpEndpoint;
import dev.membrane.server.HttpEndpointProvider;
import dev.membrane.server.HttpFile;
import dev.membrane.server.HttpFileProvider;
import dev.membrane.server.TransportProvider;
import dev.membrane.server.command.CommandProvider;
import dev.membrane.server.internal.config.Variables;
import dev.membrane.server.monitoring.Telemetry;
import dev.membrane.server.monitoring.TelemetryProvider;
import dev.membrane.spi.Config;
import dev.membrane.spi.EmbedderProvider;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.ExtractorProvider;
import dev.membrane.spi.KeyProvider;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.PluginProvider;
import dev.membrane.spi.Stage;
import dev.membrane.spi.StageProvider;
import dev.membrane.spi.StoreProvider;
import dev.membrane.spi.keys.KeyEncryptionKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The one place where plugins are found. A plugin is chosen by its name in the configuration. What
 * serves paths or files over HTTP, and commands, are there with their jar unless they are turned
 * off.
 */
public final class Plugins {

  /** The key that names the embedder. */
  public static final String EMBEDDER = "embedder";

  private static final String OWN_COMMANDS = "dev.membrane.server.internal.command.";

  /** The key that names where the key of encryption is. */
  public static final String KEY_PROVIDER = "key_provider";

  private static final String BACKEND = "backend";
  private static final String DEFAULT_BACKEND = "sqlite";
  private static final String EXTRACTOR = "extractor";
  private static final String STAGES = "consolidation_stages";
  private static final String NONE = "none";
  static final String ENABLED = "enabled";
  private static final String CREATE = "create()";

  private static final String HTTP = "http";

  /** The transports that are on unless they are turned off. */
  private static final Set<String> ON = Set.of("grpc", HTTP);

  /** The modules of this project that bring a plugin, by key and name. */
  static final Map<String, Map<String, String>> MODULES =
      Map.of(
          BACKEND,
          Map.of("sqlite", "membrane-store-sqlite", "postgres", "membrane-store-postgres"),
          EMBEDDER,
          Map.of("onnx", "membrane-embedder-onnx", "openai", "membrane-llm"),
          EXTRACTOR,
          Map.of("openai", "membrane-llm"),
          KEY_PROVIDER,
          Map.of("file", "membrane-store-jdbc"));

  private final List<Plugin<StoreProvider>> stores = Plugin.load(StoreProvider.class);
  private final List<Plugin<KeyProvider>> keyProviders = Plugin.load(KeyProvider.class);
  private final List<Plugin<ExtractorProvider>> extractors = Plugin.load(ExtractorProvider.class);
  private final List<Plugin<StageProvider>> stages = Plugin.load(StageProvider.class);
  private final List<Plugin<TransportProvider>> transports = Plugin.load(TransportProvider.class);
  private final List<Plugin<HttpEndpointProvider>> endpoints =
      Plugin.load(HttpEndpointProvider.class);
  private final List<Plugin<HttpFileProvider>> files = Plugin.load(HttpFileProvider.class);
  private final Set<Plugin<? extends PluginProvider>> chosen = new HashSet<>();
  private final List<String> unusedExtractors = new ArrayList<>();
  private List<Plugin<EmbedderProvider>> embedders = List.of();

  /** The store that {@code backend} names; empty, and a fault noted, if there is not just one. */
  Optional<Plugin<StoreProvider>> store(Config config) {
    return one(BACKEND, config.text(BACKEND, DEFAULT_BACKEND), stores, config);
  }

  /**
   * The file of the database that a configuration names; empty if its store is not kept in one. No
   * plugin of another kind is loaded for it.
   */
  public static Optional<Path> databaseFile(Config config) {
    String name = config.text(BACKEND, DEFAULT_BACKEND);
    return Plugin.load(StoreProvider.class).stream()
        .filter(store -> store.name().equals(name))
        .findFirst()
        .flatMap(store -> store.ask("databaseFile()", it -> it.databaseFile(config)));
  }

  /**
   * What opens the key with which the store is encrypted, from where {@code key_provider} says;
   * empty if it is not.
   */
  Optional<Supplier<KeyEncryptionKey>> key(PluginContext context) {
    return chosen(KEY_PROVIDER, keyProviders, KeyProvider::choosingKey, context.config())
        .map(
            plugin ->
                new PluginKey(plugin, plugin.ask(CREATE, provider -> provider.create(context))));
  }

  /**
   * The embedder that {@code embedder} names, or a key of its own chooses, which has opened nothing
   * yet; empty if there is none. Asked last: where nothing is left that could be meant for one,
   * none is looked for, as it would cost the start.
   */
  public Optional<PluginEmbedder> embedder(PluginContext context) {
    Config config = context.config();
    if (config.has(EMBEDDER) || hasUnread(config)) {
      embedders = Plugin.load(EmbedderProvider.class);
    }
    return chosen(EMBEDDER, embedders, EmbedderProvider::choosingKey, config)
        .map(
            plugin ->
                new PluginEmbedder(
                    plugin, plugin.ask(CREATE, provider -> provider.create(context))));
  }

  private static boolean hasUnread(Config config) {
    return !config.unread().isEmpty() || !config.unknownVariables(Variables.OTHERS).isEmpty();
  }

  /** The plugin that a key names or, where that has no value, another key chooses. */
  private <P extends PluginProvider> Optional<Plugin<P>> chosen(
      String key, List<Plugin<P>> found, Function<P, Optional<String>> choosingKey, Config config) {
    List<String> askedFor =
        found.stream()
            .filter(one -> one.ask("choosingKey()", choosingKey).filter(config::has).isPresent())
            .map(Plugin::name)
            .toList();
    if (askedFor.size() > 1 && !config.has(key)) {
      config.fault(key, "must say which of " + String.join(" and ", askedFor) + " is meant");
    }
    String name = config.text(key, askedFor.isEmpty() ? NONE : askedFor.get(0));
    return name.equals(NONE) ? Optional.empty() : one(key, name, found, config);
  }

  /**
   * What sends traces and metrics, if the environment asks for it. Where no variable is its own, it
   * is not even loaded.
   *
   * @throws dev.membrane.server.StartException with one line per fault of the variables
   */
  public static Optional<Telemetry> telemetry(Config config) {
    Map<String, String> variables = config.variables(TelemetryProvider.PREFIX);
    if (variables.isEmpty()) {
      return Optional.empty();
    }
    return Plugin.load(TelemetryProvider.class).stream()
        .flatMap(it -> it.ask(CREATE, provider -> provider.create(variables)).stream())
        .findFirst();
  }

  /**
   * The commands that modules bring; no other plugin is loaded for them. Those of the server come
   * first, so that of two commands with one name the other is to blame.
   */
  public static List<Plugin<CommandProvider>> commands() {
    return Plugin.load(CommandProvider.class).stream()
        .sorted(Comparator.comparing(plugin -> !plugin.name().startsWith(OWN_COMMANDS)))
        .toList();
  }

  /** The keys that say on which addresses transports listen. */
  public List<String> addressKeys() {
    return transports.stream()
        .flatMap(transport -> IdlePlugins.keys(transport).stream())
        .filter(key -> key.endsWith("_addr"))
        .toList();
  }

  /** Whether commands can ask the server. */
  public static boolean isHttpOn(Config config) {
    return config.plugin(HTTP).flag(ENABLED, true);
  }

  /** The transports: gRPC, HTTP, and those that {@code plugins.<name>.enabled} turns on. */
  public List<Plugin<TransportProvider>> transports(Config config) {
    List<Plugin<TransportProvider>> enabled =
        transports.stream()
            .filter(one -> config.plugin(one.name()).flag(ENABLED, ON.contains(one.name())))
            .toList();
    chosen.addAll(enabled);
    return enabled;
  }

  /** What HTTP serves besides the API, unless {@code plugins.<name>.enabled} turns it off. */
  public List<HttpEndpoint> endpoints(PluginContext context) {
    return enabled(endpoints, context.config()).stream()
        .flatMap(one -> one.ask(CREATE, it -> it.create(context)).stream())
        .toList();
  }

  /** What HTTP shows to everybody, unless {@code plugins.<name>.enabled} turns it off. */
  public List<HttpFile> files(Config config) {
    return enabled(files, config).stream()
        .flatMap(one -> one.ask(CREATE, it -> it.create(config)).stream())
        .toList();
  }

  private <P extends PluginProvider> List<Plugin<P>> enabled(List<Plugin<P>> found, Config config) {
    List<Plugin<P>> enabled =
        found.stream().filter(one -> config.plugin(one.name()).flag(ENABLED, true)).toList();
    chosen.addAll(enabled);
    return enabled;
  }

  /**
   * Checks the settings of plugins that are there but were not chosen. Having such settings is no
   * fault, except for bad values that must be reported even before the plugin is chosen, and keys
   * that a plugin does not know. What a plugin reads only when it is chosen is not known before.
   *
   * @return a remark for each key that has no effect, though it has a value, and for an extractor
   *     without its stage
   */
  public List<String> checkIdle(Config config) {
    IdlePlugins checked = new IdlePlugins(config, chosen);
    return Stream.concat(
            unusedExtractors.stream(), idle().stream().flatMap(plugin -> checked.check(plugin)))
        .distinct()
        .sorted()
        .toList();
  }

  private List<Plugin<? extends PluginProvider>> idle() {
    return Stream.of(
            stores, keyProviders, extractors, embedders, stages, transports, endpoints, files)
        .<Plugin<? extends PluginProvider>>flatMap(List::stream)
        .filter(plugin -> !chosen.contains(plugin))
        .toList();
  }

  /** Whether there are transports and all of them are turned off. */
  public boolean isWithoutDoor(Config config) {
    return !transports.isEmpty() && transports(config).isEmpty();
  }

  /** The stages of consolidation, in the order of {@code consolidation_stages}. */
  public List<Stage<?>> stages(PluginContext context, @Nullable Extractor extractor) {
    Config config = context.config();
    List<String> names =
        config.value(
            STAGES,
            defaultStages(extractor),
            text -> Arrays.stream(text.split(",")).map(String::strip).toList());
    PluginContext withExtractor = context.withExtractor(extractor);
    List<Stage<?>> all = new ArrayList<>();
    for (String name : names) {
      one(STAGES, name, stages, config).ifPresent(plugin -> all.add(stage(plugin, withExtractor)));
    }
    // It is not added: an operator who lists the stages says what sees the episodes.
    if (extractor != null && !names.contains(DefaultStages.EXTRACTION)) {
      unusedExtractors.add(
          "%s has no effect: %s does not name its stage, %s"
              .formatted(EXTRACTOR, STAGES, DefaultStages.EXTRACTION));
    }
    if (Set.copyOf(names).size() < names.size()) {
      config.fault(STAGES, "must name each stage once");
    }
    return all;
  }

  private static Stage<?> stage(Plugin<StageProvider> plugin, PluginContext context) {
    Stage<?> stage = plugin.<Stage<?>>ask(CREATE, provider -> provider.create(context));
    String name = plugin.ask("name() of its stage", provider -> stage.name());
    String whose = "the stage of the plugin " + plugin.name();
    Optional<String> reserved = DefaultStages.reservedFor(name);
    if (reserved.isPresent()) {
      context
          .config()
          .fault(STAGES, "%s has the name of a %s: %s".formatted(whose, reserved.get(), name));
    } else if (DefaultStages.isNameTaken(name, stage)) {
      context.config().fault(STAGES, whose + " has the name of a bundled one: " + name);
    }
    return stage;
  }

  private static List<String> defaultStages(@Nullable Extractor extractor) {
    List<Stage<?>> stages =
        extractor == null
            ? DefaultStages.withoutExtractor()
            : DefaultStages.with(DefaultStages.withoutExtractor(), extractor, Sensitivity.LOW);
    return stages.stream().map(Stage::name).toList();
  }

  /** The extractor that {@code extractor} names, or a key of its own chooses; empty if none. */
  public Optional<Extractor> extractor(PluginContext context) {
    return chosen(EXTRACTOR, extractors, ExtractorProvider::choosingKey, context.config())
        .map(plugin -> plugin.ask(CREATE, provider -> provider.create(context)));
  }

  private <P extends PluginProvider> Optional<Plugin<P>> one(
      String key, String name, List<Plugin<P>> found, Config config) {
    List<Plugin<P>> matching = found.stream().filter(one -> one.name().equals(name)).toList();
    if (matching.size() == 1) {
      chosen.add(matching.get(0));
      return Optional.of(matching.get(0));
    }
    config.fault(
        key,
        matching.isEmpty()
            ? "no plugin is named " + name + " (" + there(found) + ")" + adding(key, name)
            : "%s plugins are named %s; keep one of them: %s"
                .formatted(
                    matching.size(),
                    name,
                    matching.stream().map(Plugin::place).collect(Collectors.joining(", "))));
    return Optional.empty();
  }

  private static String adding(String key, String name) {
    String module = MODULES.getOrDefault(key, Map.of()).get(name);
    return module == null ? "" : "; add " + module;
  }

  private static String there(List<? extends Plugin<?>> found) {
    return found.isEmpty()
        ? "there is none"
        : "there is: "
            + found.stream().map(Plugin::name).sorted().collect(Collectors.joining(", "));
  }
}
