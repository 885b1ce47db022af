package dev.membrane;

import com.google.inject.Exposed;
import com.google.inject.PrivateModule;
import com.google.inject.Provides;
import dev.membrane.audit.AuditChain;
import dev.membrane.audit.AuditService;
import dev.membrane.change.Lessons;
import dev.membrane.change.RecordChanges;
import dev.membrane.consolidate.ConsolidationService;
import dev.membrane.decay.DecayService;
import dev.membrane.decay.Pruning;
import dev.membrane.embed.EmbeddingService;
import dev.membrane.engine.Turns;
import dev.membrane.ingest.IdempotencyExpiry;
import dev.membrane.ingest.IngestionService;
import dev.membrane.jobs.BackgroundJobs;
import dev.membrane.retrieve.MetricsService;
import dev.membrane.retrieve.RetrievalService;
import dev.membrane.revise.RevisionService;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Stage;
import dev.membrane.spi.StoreOpenException;
import dev.membrane.spi.Vectors;
import dev.membrane.text.RecordText;
import dev.membrane.text.TextAnalyzer;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Wires the engine over a store. */
final class MembraneModule extends PrivateModule {

  private static final String PRUNE = "prune";
  private static final String EXPIRY = "idempotency expiry";
  private static final String CONSOLIDATION = "consolidation";
  private static final String EMBEDDING = "embedding";
  private static final Duration OFTEN = Duration.ofSeconds(1);

  private final Supplier<MemoryStore> store;
  private final boolean ownsStore;
  private final EngineConfig config;
  private final InstantSource clock;
  private final Supplier<String> ids;
  private final Supplier<String> nonces;
  private final List<Stage<?>> stages;
  private final @Nullable Embedder embedder;
  private final Observer observer;

  MembraneModule(
      Supplier<MemoryStore> store,
      boolean ownsStore,
      EngineConfig config,
      InstantSource clock,
      Supplier<String> ids,
      Supplier<String> nonces,
      List<Stage<?>> stages,
      @Nullable Embedder embedder,
      Observer observer) {
    this.store = store;
    this.ownsStore = ownsStore;
    this.config = config;
    this.clock = clock;
    this.ids = ids;
    this.nonces = nonces;
    this.stages =
        stages.stream().<Stage<?>>map(stage -> new SupervisedStage<>(stage, observer)).toList();
    this.embedder = embedder;
    this.observer = observer;
  }

  @Override
  protected void configure() {
    bind(TextAnalyzer.class).toInstance(new TextAnalyzer());
    bind(InstantSource.class).toInstance(clock);
  }

  @Provides
  @Singleton
  MemoryStore store() {
    return ObservedStore.of(store.get(), observer);
  }

  @Provides
  @Singleton
  Turns turns(MemoryStore memory) {
    return new Turns(memory, ids.get());
  }

  @Provides
  RecordChanges records(TextAnalyzer analyzer) {
    RecordChanges records =
        new RecordChanges(new RecordText(analyzer), new AuditChain(nonces), config.retention());
    return embedder == null ? records : records.embedded();
  }

  @Provides
  IngestionService ingestion(MemoryStore memory, RecordChanges records) {
    return new IngestionService(memory, records, config.policy(), clock, ids);
  }

  @Provides
  RetrievalService retrieval(MemoryStore memory, TextAnalyzer analyzer) {
    return new RetrievalService(memory, analyzer, embedder, config.retrieval(), clock);
  }

  @Provides
  RevisionService revision(MemoryStore memory, RecordChanges records) {
    return new RevisionService(memory, records, clock, ids);
  }

  @Provides
  DecayService decay(MemoryStore memory, RecordChanges records) {
    return new DecayService(memory, records, config.policy().reinforcementGain(), clock);
  }

  @Provides
  AuditService audit(MemoryStore memory) {
    return new AuditService(memory);
  }

  @Provides
  MetricsService metrics(MemoryStore memory) {
    return new MetricsService(memory, clock);
  }

  @Provides
  @Singleton
  ConsolidationService consolidation(MemoryStore memory, RecordChanges records, Turns turns) {
    return new ConsolidationService(
        memory, records, stages, config.policy(), clock, ids, turns, observer);
  }

  @Provides
  BackgroundJobs jobs(
      MemoryStore memory,
      RecordChanges records,
      ConsolidationService consolidation,
      Optional<EmbeddingService> embedding,
      Turns turns) {
    BackgroundJobs jobs = new BackgroundJobs(observer);
    Lessons lessons = new Lessons(stages.stream().map(Stage::name).toList());
    Pruning pruning = new Pruning(memory, records, config.retention(), lessons);
    IdempotencyExpiry expiry = new IdempotencyExpiry(memory);
    Duration sweep = config.jobs().decayInterval();
    jobs.every(sweep, PRUNE, () -> handled(PRUNE, turns.await(PRUNE, () -> pruning.run(now()))));
    jobs.every(sweep, EXPIRY, () -> handled(EXPIRY, turns.await(EXPIRY, () -> expiry.run(now()))));
    jobs.every(config.jobs().consolidationInterval(), CONSOLIDATION, consolidation::run);
    embedding.ifPresent(service -> jobs.every(OFTEN, EMBEDDING, () -> embed(service)));
    return jobs;
  }

  @Provides
  @Singleton
  Optional<EmbeddingService> embedding(MemoryStore memory, Turns turns) {
    return Optional.ofNullable(embedder)
        .map(chosen -> new EmbeddingService(memory, vectorsOf(memory), chosen, clock, turns));
  }

  private static Vectors vectorsOf(MemoryStore memory) {
    return memory
        .vectors()
        .orElseThrow(() -> new StoreOpenException(memory + " keeps no vectors; set no embedder"));
  }

  private void embed(EmbeddingService service) {
    EmbeddingService.Result result = service.run();
    observer.handled(EMBEDDING, "embedded", result.embedded());
    observer.handled(EMBEDDING, "set aside", result.setAside());
  }

  private void handled(String job, Optional<Integer> deleted) {
    observer.handled(job, "deleted", deleted.orElse(0));
  }

  @Provides
  @Singleton
  @Exposed
  Membrane membrane(
      MemoryStore memory,
      IngestionService ingestion,
      RetrievalService retrieval,
      RevisionService revision,
      DecayService decay,
      ConsolidationService consolidation,
      Optional<EmbeddingService> embedding,
      AuditService audit,
      MetricsService metrics,
      Turns turns,
      BackgroundJobs jobs) {
    return new Membrane(
        memory,
        ownsStore,
        ingestion,
        retrieval,
        revision,
        decay,
        consolidation,
        embedding.orElse(null),
        audit,
        metrics,
        turns,
        jobs,
        observer);
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
