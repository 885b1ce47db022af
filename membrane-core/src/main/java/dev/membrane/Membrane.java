package dev.membrane;

import com.google.inject.Guice;
import com.google.inject.Module;
import dev.membrane.audit.AuditService;
import dev.membrane.consolidate.ConsolidationService;
import dev.membrane.consolidate.DefaultStages;
import dev.membrane.decay.DecayService;
import dev.membrane.embed.EmbeddingService;
import dev.membrane.engine.Turns;
import dev.membrane.ingest.IngestionService;
import dev.membrane.jobs.BackgroundJobs;
import dev.membrane.retrieve.MetricsService;
import dev.membrane.retrieve.RetrievalService;
import dev.membrane.revise.RevisionService;
import dev.membrane.spi.Config;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Stage;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The memory of agents over one store: the door for programs.
 *
 * <pre>{@code
 * try (MemoryStore store = SqliteStore.open(path);
 *     Membrane membrane = Membrane.builder().store(store).build()) {
 *   membrane.ingestion().observe(...);
 *   membrane.retrieval().retrieve(...);
 * }
 * }</pre>
 *
 * <p>Safe for use by many threads. It closes what it opened, never what it was given.
 */
public final class Membrane implements AutoCloseable {

  private final MemoryStore store;
  private final boolean ownsStore;
  private final IngestionService ingestion;
  private final RetrievalService retrieval;
  private final RevisionService revision;
  private final DecayService decay;
  private final ConsolidationService consolidation;
  private final @Nullable EmbeddingService embedding;
  private final AuditService audit;
  private final MetricsService metrics;
  private final Turns turns;
  private final BackgroundJobs jobs;
  private final Observer observer;

  Membrane(
      MemoryStore store,
      boolean ownsStore,
      IngestionService ingestion,
      RetrievalService retrieval,
      RevisionService revision,
      DecayService decay,
      ConsolidationService consolidation,
      @Nullable EmbeddingService embedding,
      AuditService audit,
      MetricsService metrics,
      Turns turns,
      BackgroundJobs jobs,
      Observer observer) {
    this.store = store;
    this.ownsStore = ownsStore;
    this.ingestion = ingestion;
    this.retrieval = retrieval;
    this.revision = revision;
    this.decay = decay;
    this.consolidation = consolidation;
    this.embedding = embedding;
    this.audit = audit;
    this.metrics = metrics;
    this.turns = turns;
    this.jobs = jobs;
    this.observer = observer;
  }

  /** A builder with the defaults of every setting. */
  public static Builder builder() {
    return new Builder();
  }

  /** Takes experience in. */
  public IngestionService ingestion() {
    return ingestion;
  }

  /** Gives memory back. */
  public RetrievalService retrieval() {
    return retrieval;
  }

  /** Changes what is known. */
  public RevisionService revision() {
    return revision;
  }

  /** Raises and lowers salience, and deletes. */
  public DecayService decay() {
    return decay;
  }

  /** Learns from what has happened. */
  public ConsolidationService consolidation() {
    return consolidation;
  }

  /** Embeds what was written; empty without an embedder. */
  public Optional<EmbeddingService> embedding() {
    return Optional.ofNullable(embedding);
  }

  /** Says what was done to a record. */
  public AuditService audit() {
    return audit;
  }

  /** Counts what is there. */
  public MetricsService metrics() {
    return metrics;
  }

  /**
   * Answers if memory can serve.
   *
   * @throws dev.membrane.spi.StoreUnavailableException if the store cannot
   */
  public void check() {
    store.check();
  }

  /** Who is told what is done; transports tell it of their calls. */
  public Observer observer() {
    return observer;
  }

  /** Stops the background work, then closes the store if this opened it. */
  @Override
  public void close() {
    if (embedding != null) {
      embedding.close();
    }
    turns.close();
    jobs.close();
    if (ownsStore) {
      store.close();
    }
  }

  /** Collects what a memory is made of. Not thread-safe. */
  public static final class Builder {
    private @Nullable Supplier<MemoryStore> store;
    private boolean ownsStore;
    private EngineConfig config = EngineConfig.DEFAULTS;
    private InstantSource clock = InstantSource.system();
    private @Nullable Supplier<String> ids;
    private Supplier<String> nonces = Ids.nonces();
    private List<Stage<?>> stages = DefaultStages.withoutExtractor();
    private @Nullable Embedder embedder;
    private Observer observer = Observer.NONE;

    private Builder() {}

    /** Keeps memory in a store that the caller closes, after this. */
    public Builder store(MemoryStore given) {
      store = () -> given;
      ownsStore = false;
      return this;
    }

    /** Keeps memory in a store that is opened by {@link #build} and closed with the memory. */
    public Builder openStore(Supplier<MemoryStore> opening) {
      store = opening;
      ownsStore = true;
      return this;
    }

    /** Reads the engine's keys. Faults stay in the configuration for the caller to report. */
    public Builder config(Config settings) {
      config = EngineConfig.from(settings);
      return this;
    }

    /** Takes the time from a clock; the system's unless set. */
    public Builder clock(InstantSource source) {
      clock = source;
      return this;
    }

    /** Takes the ids of new records, UUIDs of version 7, from a supplier. */
    public Builder ids(Supplier<String> supplier) {
      ids = supplier;
      return this;
    }

    /** Learns in these stages, in their order; in {@link DefaultStages} unless set. */
    public Builder stages(List<? extends Stage<?>> ways) {
      stages = List.copyOf(ways);
      return this;
    }

    /**
     * Finds records by what they mean, too, as an embedder sees it, which the caller closes after
     * this; the store has to keep vectors. By their words only unless set.
     */
    public Builder embedder(Embedder given) {
      embedder = given;
      return this;
    }

    /** Tells an observer what is done and how long it takes; nobody unless set. */
    public Builder observer(Observer told) {
      observer = told;
      return this;
    }

    /**
     * Takes the nonces of the audit chain from a supplier; random ones unless set, which is what
     * keeps a rationale that was erased from being guessed.
     */
    public Builder nonces(Supplier<String> supplier) {
      nonces = supplier;
      return this;
    }

    /**
     * A module for programs with an injector of their own. It exposes {@link Membrane} as a
     * singleton and nothing else.
     *
     * @throws IllegalStateException if no store was named
     */
    public Module toModule() {
      return moduleOver(namedStore());
    }

    /**
     * Opens the memory.
     *
     * @throws IllegalStateException if no store was named
     * @throws dev.membrane.spi.StoreOpenException if the store cannot be opened
     */
    public Membrane build() {
      MemoryStore opened = namedStore().get();
      return Guice.createInjector(moduleOver(() -> opened)).getInstance(Membrane.class);
    }

    private Module moduleOver(Supplier<MemoryStore> opening) {
      Supplier<String> idsOrDefault = ids == null ? Ids.basedOn(clock) : ids;
      return new MembraneModule(
          opening, ownsStore, config, clock, idsOrDefault, nonces, stages, embedder, observer);
    }

    private Supplier<MemoryStore> namedStore() {
      if (store == null) {
        throw new IllegalStateException("no store: call store(...) or openStore(...) first");
      }
      return store;
    }
  }
}
