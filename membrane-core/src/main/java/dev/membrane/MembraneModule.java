package dev.membrane;

import com.google.inject.Exposed;
import com.google.inject.PrivateModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import dev.membrane.ingest.IdempotencyExpiry;
import dev.membrane.ingest.IngestionService;
import dev.membrane.jobs.BackgroundJobs;
import dev.membrane.retrieve.MetricsService;
import dev.membrane.retrieve.RetrievalService;
import dev.membrane.spi.MemoryStore;
import dev.membrane.text.RecordText;
import dev.membrane.text.TextAnalyzer;
import java.time.InstantSource;
import java.util.function.Supplier;

/** Wires the engine over a store. */
final class MembraneModule extends PrivateModule {

  private final Supplier<MemoryStore> store;
  private final boolean ownsStore;
  private final EngineConfig config;
  private final InstantSource clock;
  private final Supplier<String> ids;

  MembraneModule(
      Supplier<MemoryStore> store,
      boolean ownsStore,
      EngineConfig config,
      InstantSource clock,
      Supplier<String> ids) {
    this.store = store;
    this.ownsStore = ownsStore;
    this.config = config;
    this.clock = clock;
    this.ids = ids;
  }

  @Override
  protected void configure() {
    bind(TextAnalyzer.class).toInstance(new TextAnalyzer());
    bind(InstantSource.class).toInstance(clock);
  }

  @Provides
  @Singleton
  MemoryStore store() {
    return store.get();
  }

  @Provides
  IngestionService ingestion(MemoryStore memory, TextAnalyzer analyzer) {
    return new IngestionService(memory, new RecordText(analyzer), config.policy(), clock, ids);
  }

  @Provides
  RetrievalService retrieval(MemoryStore memory, TextAnalyzer analyzer) {
    return new RetrievalService(memory, analyzer, config.retrieval(), clock);
  }

  @Provides
  BackgroundJobs jobs(MemoryStore memory) {
    BackgroundJobs jobs = new BackgroundJobs();
    IdempotencyExpiry expiry = new IdempotencyExpiry(memory);
    jobs.every(
        config.jobs().decayInterval(), "idempotency expiry", () -> expiry.run(clock.instant()));
    return jobs;
  }

  @Provides
  @Singleton
  @Exposed
  Membrane membrane(
      MemoryStore memory,
      IngestionService ingestion,
      RetrievalService retrieval,
      BackgroundJobs jobs) {
    return new Membrane(
        memory, ownsStore, ingestion, retrieval, new MetricsService(memory, clock), jobs);
  }
}
