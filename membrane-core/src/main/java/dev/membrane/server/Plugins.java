package dev.membrane.server;

import dev.membrane.consolidate.CompetenceStage;
import dev.membrane.consolidate.ExtractionStage;
import dev.membrane.consolidate.GeneralizationStage;
import dev.membrane.consolidate.PlanGraphStage;
import dev.membrane.consolidate.SemanticStage;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Config;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.EmbedderProvider;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.ExtractorProvider;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.Stage;
import dev.membrane.spi.StageProvider;
import dev.membrane.spi.StoreProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The one place where plugins are found. A plugin is chosen by its name in the configuration;
 * nothing becomes active because its jar is there.
 */
final class Plugins {

  /** The key that names the embedder. */
  static final String EMBEDDER = "embedder";

  /** The key that names the extractor. */
  static final String EXTRACTOR = "extractor";

  /** What asks an endpoint that speaks like OpenAI's, for facts or for vectors. */
  static final String REMOTE = "openai";

  private static final String NONE = "none";

  /** The modules that bring a plugin, by key and name. */
  private static final Map<String, Map<String, String>> MODULES =
      Map.of(
          "backend",
          Map.of("sqlite", "membrane-store-sqlite", "postgres", "membrane-store-postgres"),
          EMBEDDER,
          Map.of("onnx", "membrane-embedder-onnx", REMOTE, "membrane-llm"),
          EXTRACTOR,
          Map.of(REMOTE, "membrane-llm"));

  private static final String STAGES = "consolidation_stages";
  private static final List<String> USUAL_STAGES =
      List.of(
          SemanticStage.NAME, CompetenceStage.NAME, PlanGraphStage.NAME, GeneralizationStage.NAME);
  private static final List<String> STAGES_WITH_EXTRACTOR =
      List.of(
          SemanticStage.NAME,
          ExtractionStage.NAME,
          CompetenceStage.NAME,
          PlanGraphStage.NAME,
          GeneralizationStage.NAME);

  private final List<StoreProvider> stores = load(StoreProvider.class);
  private final List<ExtractorProvider> extractors = load(ExtractorProvider.class);
  private final List<StageProvider> stages = load(StageProvider.class);
  private final List<TransportProvider> transports = load(TransportProvider.class);
  private final Set<String> chosen = new HashSet<>();

  /** The store that {@code backend} names; empty, and a fault noted, if there is not just one. */
  Optional<StoreProvider> store(Config config) {
    String backend = config.text("backend", "sqlite");
    return one("backend", backend, stores, StoreProvider::name, config);
  }

  /**
   * The embedder that {@code embedder} names, which has opened nothing yet; empty if it names none.
   * Without one, nothing of any is looked for, as it would cost the start.
   */
  Optional<Embedder> embedder(PluginContext context) {
    Config config = context.config();
    String name = embedder(config);
    if (name.equals(NONE)) {
      return Optional.empty();
    }
    List<EmbedderProvider> embedders = load(EmbedderProvider.class);
    return one(EMBEDDER, name, embedders, EmbedderProvider::name, config)
        .map(provider -> provider.create(context));
  }

  /** The name of the embedder; an endpoint chooses one that asks it. */
  static String embedder(Config config) {
    return config.text(EMBEDDER, config.has("embedding_endpoint") ? REMOTE : NONE);
  }

  /** The name of the extractor; an endpoint chooses one that asks it. */
  static String extractor(Config config) {
    return config.text(EXTRACTOR, config.has("llm_endpoint") ? REMOTE : NONE);
  }

  /** What can be asked of a running server on the command line. */
  List<RemoteCommand> commands() {
    return load(RemoteCommand.class);
  }

  /** The transports: gRPC, and those that {@code plugins.<name>.enabled} turns on. */
  List<TransportProvider> transports(Config config) {
    List<TransportProvider> enabled =
        transports.stream()
            .filter(one -> config.plugin(one.name()).flag("enabled", one.name().equals("grpc")))
            .toList();
    enabled.forEach(one -> chosen.add(one.name()));
    return enabled;
  }

  /**
   * Checks what the configuration says of plugins that are there but were not chosen. What they all
   * read is read, so that a bad value does not wait for the day when they are; the rest of their
   * settings is no fault.
   */
  void checkIdle(Config config) {
    Sensitivity unused = maxSensitivity(config);
    List<String> idle = new ArrayList<>();
    for (ExtractorProvider extractor : extractors) {
      if (!chosen.contains(extractor.name())) {
        extractor.check(config);
        idle.add(extractor.name());
      }
    }
    if (AbsentCapabilities.asksForEmbedding(config) || hasUnread(config)) {
      for (EmbedderProvider embedder : load(EmbedderProvider.class)) {
        if (!embedder.name().equals(embedder(config))) {
          embedder.check(config);
          idle.add(embedder.name());
        }
      }
    }
    stores.forEach(store -> idle.add(store.name()));
    stages.forEach(stage -> idle.add(stage.name()));
    transports.forEach(transport -> idle.add(transport.name()));
    idle.removeAll(chosen);
    idle.forEach(name -> config.plugin(name).acceptAll());
  }

  /** Whether a plugin has a setting that nobody has read. */
  private static boolean hasUnread(Config config) {
    return config.unread().stream().anyMatch(key -> key.startsWith("plugins."));
  }

  /** Whether there are transports and all of them are turned off. */
  boolean isWithoutDoor(Config config) {
    return !transports.isEmpty() && transports(config).isEmpty();
  }

  /** The stages of consolidation, in the order of {@code consolidation_stages}. */
  List<Stage> stages(PluginContext context) {
    Config config = context.config();
    Optional<Stage> extraction =
        extractor(context).map(found -> new ExtractionStage(found, maxSensitivity(config)));
    List<String> names =
        config.value(
            STAGES,
            extraction.isPresent() ? STAGES_WITH_EXTRACTOR : USUAL_STAGES,
            text -> Arrays.stream(text.split(",")).map(String::strip).toList());
    List<Stage> chosen = new ArrayList<>();
    for (String name : names) {
      if (name.equals(ExtractionStage.NAME)) {
        extraction.ifPresentOrElse(chosen::add, () -> needsExtractor(config));
        continue;
      }
      one(STAGES, name, stages, StageProvider::name, config)
          .ifPresent(provider -> chosen.add(provider.create(context)));
    }
    if (Set.copyOf(names).size() < names.size()) {
      config.fault(STAGES, "must name each stage once");
    }
    return chosen;
  }

  /** The extractor that {@code extractor} names; empty if it names none. */
  Optional<Extractor> extractor(PluginContext context) {
    Config config = context.config();
    String name = extractor(config);
    if (name.equals(NONE)) {
      return Optional.empty();
    }
    return one(EXTRACTOR, name, extractors, ExtractorProvider::name, config)
        .map(provider -> provider.create(context));
  }

  /** The highest sensitivity of episodes that an extractor is shown. */
  static Sensitivity maxSensitivity(Config config) {
    return config.value(
        "llm_max_sensitivity",
        Sensitivity.LOW,
        text -> Sensitivity.of("llm_max_sensitivity", text));
  }

  private static void needsExtractor(Config config) {
    config.fault(STAGES, ExtractionStage.NAME + " needs an extractor");
  }

  private <T> Optional<T> one(
      String key, String name, List<T> found, Function<T, String> nameOf, Config config) {
    chosen.add(name);
    List<T> matching = found.stream().filter(one -> nameOf.apply(one).equals(name)).toList();
    if (matching.size() == 1) {
      return Optional.of(matching.get(0));
    }
    config.fault(
        key,
        matching.isEmpty()
            ? "no plugin is named " + name + " (" + there(found, nameOf) + ")" + adding(key, name)
            : matching.size() + " plugins are named " + name + "; keep one of them");
    return Optional.empty();
  }

  private static String adding(String key, String name) {
    String module = MODULES.getOrDefault(key, Map.of()).get(name);
    return module == null ? "" : "; add " + module;
  }

  private static <T> String there(List<T> found, Function<T, String> nameOf) {
    return found.isEmpty()
        ? "there is none"
        : "there is: " + found.stream().map(nameOf).sorted().collect(Collectors.joining(", "));
  }

  private static <T> List<T> load(Class<T> type) {
    return ServiceLoader.load(type).stream().map(ServiceLoader.Provider::get).toList();
  }
}
