package dev.membrane;

import static java.util.Objects.requireNonNull;

import dev.membrane.internal.DefaultStages;
import dev.membrane.internal.Engine;
import dev.membrane.internal.EngineConfig;
import dev.membrane.internal.EngineMembrane;
import dev.membrane.internal.EngineSettings;
import dev.membrane.internal.Ids;
import dev.membrane.internal.consolidate.fact.ExtractionStageProvider;
import dev.membrane.internal.value.Elements;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.Visible;
import dev.membrane.spi.Config;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Stage;
import dev.membrane.spi.Tracer;
import dev.membrane.spi.store.MemoryStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Builds a memory. Not thread-safe. */
public final class MembraneBuilder {

  private @Nullable MemoryStore store;
  private @Nullable Supplier<? extends MemoryStore> opening;
  private Config config = new Config(Map.of());
  private EngineConfig engineConfig = EngineConfig.DEFAULTS;
  private InstantSource clock = InstantSource.system();
  private @Nullable Supplier<String> ids;
  private Supplier<String> nonces = Ids.nonces();
  private List<Stage<?>> stages = DefaultStages.withoutExtractor();
  private @Nullable Extractor extractor;
  private @Nullable Embedder embedder;
  private Observer observer = Observer.NONE;
  private Tracer tracer = Tracer.NONE;
  private boolean backgroundJobs = true;
  private Caller caller = Caller.ANONYMOUS;

  MembraneBuilder() {}

  /** Sets the store, instead of {@link #openStore}. The caller closes it, after the memory. */
  public MembraneBuilder store(MemoryStore store) {
    this.store = requireNonNull(store, "store");
    return this;
  }

  /** Sets a store that {@link #build} opens and the memory closes, instead of {@link #store}. */
  public MembraneBuilder openStore(Supplier<? extends MemoryStore> opening) {
    this.opening = requireNonNull(opening, "store");
    return this;
  }

  /** Sets the engine's configuration by keys and values, such as {@code relevance_weight} 0.8. */
  public MembraneBuilder config(Map<String, String> settings) {
    Map<String, JsonValue> values = new TreeMap<>();
    requireNonNull(settings, "config")
        .forEach(
            (key, value) -> {
              String name = requireNonNull(key, "config.key");
              values.put(name, new JsonString(requireNonNull(value, () -> "config." + name)));
            });
    return config(new Config(values));
  }

  /** Sets the engine's configuration. Keys that nobody has read are reported as unknown. */
  public MembraneBuilder config(Config config) {
    this.config = requireNonNull(config, "config");
    engineConfig = EngineConfig.from(config);
    return this;
  }

  /**
   * Sets the clock; by default the system's. Background jobs remove nothing for an hour after it
   * has leapt forward by more than a day; calls of {@link Membrane#maintenance()} do.
   */
  public MembraneBuilder clock(InstantSource clock) {
    this.clock = requireNonNull(clock, "clock");
    return this;
  }

  /** Sets the supplier of the ids of new records, UUIDs of version 7. */
  public MembraneBuilder ids(Supplier<String> ids) {
    this.ids = requireNonNull(ids, "ids");
    return this;
  }

  /**
   * Sets the supplier of the nonces of the audit chain. By default they are random, which keeps an
   * erased rationale from being guessed.
   */
  public MembraneBuilder nonces(Supplier<String> nonces) {
    this.nonces = requireNonNull(nonces, "nonces");
    return this;
  }

  /**
   * Sets the stages of the consolidation, in their order; by default {@link #defaultStages()}. No
   * two have one name. A stage with the name of a bundled one replaces it, and reads the lessons
   * that it left. None has the name of a job, nor {@code episodic-compression}, which is always
   * done, nor that of a {@linkplain ConsolidationResult#counts() count}.
   */
  public MembraneBuilder stages(List<? extends Stage<?>> stages) {
    this.stages = Elements.of("stages", stages);
    return this;
  }

  /** The default stages, without that of an extractor. */
  public static List<Stage<?>> defaultStages() {
    return DefaultStages.withoutExtractor();
  }

  /**
   * Sets an extractor of facts. Its stage comes right after {@code semantic}, so that a fact that
   * both find is stored once. It gets episodes up to {@code llm_max_sensitivity}, {@code low}
   * unless set. The caller closes it after the memory.
   */
  public MembraneBuilder extractor(Extractor extractor) {
    this.extractor = requireNonNull(extractor, "extractor");
    return this;
  }

  /**
   * Sets an embedder, with which records are also found by meaning; by default only by words. The
   * store has to keep vectors. The caller closes the embedder after the memory.
   */
  public MembraneBuilder embedder(Embedder embedder) {
    this.embedder = requireNonNull(embedder, "embedder");
    return this;
  }

  /** Sets an observer, which is told what is done and how long it takes; by default none. */
  public MembraneBuilder observer(Observer observer) {
    this.observer = requireNonNull(observer, "observer");
    return this;
  }

  /** Sets a tracer, which follows each call through its stages; by default none. */
  public MembraneBuilder tracer(Tracer tracer) {
    this.tracer = requireNonNull(tracer, "tracer");
    return this;
  }

  /**
   * Sets whether pruning, consolidation and embedding run in the background; by default they do.
   * Otherwise they run on calls of {@link Membrane#maintenance()}.
   */
  public MembraneBuilder backgroundJobs(boolean backgroundJobs) {
    this.backgroundJobs = backgroundJobs;
    return this;
  }

  /** Sets who calls where {@link Memory#as} names nobody; by default {@link Caller#ANONYMOUS}. */
  public MembraneBuilder caller(Caller who) {
    caller = requireNonNull(who, "caller");
    return this;
  }

  /**
   * Opens the memory.
   *
   * @throws ConfigException with every fault: of the configuration, of the stages and the embedder,
   *     and that not exactly one of {@link #store} and {@link #openStore} was called
   * @throws dev.membrane.spi.ModelException if the embedder cannot work, see {@link Embedder#check}
   * @throws dev.membrane.spi.store.StoreOpenException if the store cannot be opened, or keeps no
   *     vectors for the embedder
   */
  public Membrane build() {
    return new EngineMembrane(Engine.open(settings()), caller);
  }

  private EngineSettings settings() {
    Sensitivity most = ExtractionStageProvider.maxSensitivity(config);
    List<Stage<?>> all = extractor == null ? stages : DefaultStages.with(stages, extractor, most);
    // A configuration that is given twice has each fault twice.
    List<String> faults = new ArrayList<>(Set.copyOf(config.faults()).stream().sorted().toList());
    if (store == null && opening == null) {
      faults.add("store: call store(...) or openStore(...)");
    } else if (store != null && opening != null) {
      faults.add("store: call store(...) or openStore(...), not both");
    }
    faults.addAll(faultsOf(all));
    if (embedder != null) {
      faults.addAll(EngineSettings.faultsOf(embedder));
    }
    if (!faults.isEmpty()) {
      throw new ConfigException(faults);
    }
    Supplier<String> idsOrDefault = ids == null ? Ids.basedOn(EngineSettings.checked(clock)) : ids;
    MemoryStore given = store;
    return new EngineSettings(
        given == null ? requireNonNull(opening)::get : () -> given,
        given == null,
        engineConfig,
        clock,
        idsOrDefault,
        nonces,
        all,
        embedder,
        observer,
        tracer,
        backgroundJobs);
  }

  /** What is learned is kept by the name of the stage. */
  private static List<String> faultsOf(List<Stage<?>> all) {
    List<String> faults = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Stage<?> stage : all) {
      @Nullable String name = stage.name();
      if (name == null || Visible.isBlank(name)) {
        faults.add("stages: one has no name");
      } else if (!names.add(name)) {
        faults.add("stages: two are named " + name);
      } else {
        DefaultStages.reservedFor(name)
            .ifPresentOrElse(
                what -> faults.add("stages: one has the name of a " + what + ": " + name),
                () -> faults.addAll(hiddenIn(name)));
      }
    }
    return faults;
  }

  private static List<String> hiddenIn(String name) {
    try {
      Visible.checkIdentifier("stages", name);
      return List.of();
    } catch (ValidationException hidden) {
      return List.of(String.valueOf(hidden.getMessage()));
    }
  }
}
