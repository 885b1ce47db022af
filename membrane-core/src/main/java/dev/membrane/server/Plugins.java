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
import java.util.List;
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

  private static final String REMOTE_MODULE = "membrane-llm for ";
  private static final String NONE = "none";
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

  /** The store that {@code backend} names; empty, and a fault noted, if there is not just one. */
  Optional<StoreProvider> store(Config config) {
    String backend = config.text("backend", "sqlite");
    return one("backend", backend, "membrane-store-", stores, StoreProvider::name, config);
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
    String module = name.equals(REMOTE) ? REMOTE_MODULE : "membrane-embedder-";
    return one(EMBEDDER, name, module, embedders, EmbedderProvider::name, config)
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
    return transports.stream()
        .filter(one -> config.plugin(one.name()).flag("enabled", one.name().equals("grpc")))
        .toList();
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
      one(STAGES, name, "the module of ", stages, StageProvider::name, config)
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
    String module = name.equals(REMOTE) ? REMOTE_MODULE : "the module of ";
    return one(EXTRACTOR, name, module, extractors, ExtractorProvider::name, config)
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

  private static <T> Optional<T> one(
      String key,
      String name,
      String module,
      List<T> found,
      Function<T, String> nameOf,
      Config config) {
    List<T> matching = found.stream().filter(one -> nameOf.apply(one).equals(name)).toList();
    if (matching.size() == 1) {
      return Optional.of(matching.get(0));
    }
    config.fault(
        key,
        matching.isEmpty()
            ? "no plugin is named " + name + " (" + there(found, nameOf) + "); add " + module + name
            : matching.size() + " plugins are named " + name + "; keep one of them");
    return Optional.empty();
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
