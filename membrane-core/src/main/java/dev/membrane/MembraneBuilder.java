package dev.membrane;

import static java.util.Objects.requireNonNull;

import dev.membrane.internal.Engine;
import dev.membrane.internal.EngineConfig;
import dev.membrane.internal.EngineMembrane;
import dev.membrane.internal.EngineSettings;
import dev.membrane.internal.Ids;
import dev.membrane.internal.consolidate.DefaultStages;
import dev.membrane.internal.consolidate.ExtractionStageProvider;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.spi.Config;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Stage;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Collects what a memory is made of. Not thread-safe. */
public final class MembraneBuilder {

  private @Nullable Supplier<MemoryStore> store;
  private boolean ownsStore;
  private Config config = new Config(Map.of());
  private EngineConfig engineConfig = EngineConfig.DEFAULTS;
  private InstantSource clock = InstantSource.system();
  private @Nullable Supplier<String> ids;
  private Supplier<String> nonces = Ids.nonces();
  private List<Stage<?>> stages = DefaultStages.withoutExtractor();
  private @Nullable Extractor extractor;
  private @Nullable Embedder embedder;
  private Observer observer = Observer.NONE;
  private boolean backgroundJobs = true;

  MembraneBuilder() {}

  /** Keeps memory in a store that the caller closes, after this. */
  public MembraneBuilder store(MemoryStore given) {
    requireNonNull(given, "store");
    store = () -> given;
    ownsStore = false;
    return this;
  }

  /** Keeps memory in a store that is opened by {@link #build} and closed with the memory. */
  public MembraneBuilder openStore(Supplier<MemoryStore> opening) {
    store = requireNonNull(opening, "store");
    ownsStore = true;
    return this;
  }

  /** Takes the engine's settings from keys and values, such as {@code relevance_weight} 0.8. */
  public MembraneBuilder config(Map<String, String> settings) {
    Map<String, JsonValue> values = new TreeMap<>();
    settings.forEach((key, value) -> values.put(key, new JsonString(value)));
    return config(new Config(values));
  }

  /** Takes the engine's settings from a configuration, whose other keys were read before. */
  public MembraneBuilder config(Config settings) {
    config = requireNonNull(settings, "config");
    engineConfig = EngineConfig.from(settings);
    return this;
  }

  /** Takes the time from a clock; the system's unless set. */
  public MembraneBuilder clock(InstantSource source) {
    clock = requireNonNull(source, "clock");
    return this;
  }

  /** Takes the ids of new records, UUIDs of version 7, from a supplier. */
  public MembraneBuilder ids(Supplier<String> supplier) {
    ids = requireNonNull(supplier, "ids");
    return this;
  }

  /**
   * Takes the nonces of the audit chain from a supplier; random ones unless set, which is what
   * keeps a rationale that was erased from being guessed.
   */
  public MembraneBuilder nonces(Supplier<String> supplier) {
    nonces = requireNonNull(supplier, "nonces");
    return this;
  }

  /** Learns in these stages, in their order; in {@link #defaultStages()} unless set. */
  public MembraneBuilder stages(List<? extends Stage<?>> ways) {
    stages = List.copyOf(ways);
    return this;
  }

  /** The stages that a memory learns in unless others are set, without that of an extractor. */
  public static List<Stage<?>> defaultStages() {
    return DefaultStages.withoutExtractor();
  }

  /**
   * Finds facts in the words of episodes, too. Its stage comes right after {@code semantic}, so
   * that what both find is one fact. It is shown what is at {@code llm_max_sensitivity} or below,
   * {@code low} unless set. The caller closes it after this.
   */
  public MembraneBuilder extractor(Extractor given) {
    extractor = requireNonNull(given, "extractor");
    return this;
  }

  /**
   * Finds records by what they mean, too, as an embedder sees it, which the caller closes after
   * this; the store has to keep vectors. By their words only unless set.
   */
  public MembraneBuilder embedder(Embedder given) {
    embedder = requireNonNull(given, "embedder");
    return this;
  }

  /** Tells an observer what is done and how long it takes; nobody unless set. */
  public MembraneBuilder observer(Observer told) {
    observer = requireNonNull(told, "observer");
    return this;
  }

  /**
   * Says whether pruning, consolidation and embedding are done in the background, which they are
   * unless set. Without it, they are done when {@link Membrane#maintenance()} and {@link
   * Membrane#consolidation()} are asked to.
   */
  public MembraneBuilder backgroundJobs(boolean wanted) {
    backgroundJobs = wanted;
    return this;
  }

  /**
   * Opens the memory.
   *
   * @throws IllegalStateException if no store was named
   * @throws ConfigException with every fault of the configuration
   * @throws dev.membrane.spi.StoreOpenException if the store cannot be opened, or keeps no vectors
   *     for the embedder
   */
  public Membrane build() {
    return new EngineMembrane(Engine.open(settings()), Caller.ANONYMOUS);
  }

  private EngineSettings settings() {
    if (store == null) {
      throw new IllegalStateException("no store: call store(...) or openStore(...) first");
    }
    List<Stage<?>> all = extractor == null ? stages : with(extractor);
    if (!config.faults().isEmpty()) {
      throw new ConfigException(config.faults());
    }
    Supplier<String> idsOrDefault = ids == null ? Ids.basedOn(clock) : ids;
    return new EngineSettings(
        store,
        ownsStore,
        engineConfig,
        clock,
        idsOrDefault,
        nonces,
        all,
        embedder,
        observer,
        backgroundJobs);
  }

  private List<Stage<?>> with(Extractor chosen) {
    return DefaultStages.with(stages, chosen, ExtractionStageProvider.maxSensitivity(config));
  }
}
