package dev.membrane.internal;

import static java.util.Objects.requireNonNull;

import dev.membrane.ClosedException;
import dev.membrane.EmbeddingResult;
import dev.membrane.internal.audit.AuditChain;
import dev.membrane.internal.audit.AuditService;
import dev.membrane.internal.change.Lessons;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.change.Reindexing;
import dev.membrane.internal.consolidate.ConsolidationService;
import dev.membrane.internal.consolidate.Unlearning.Setup;
import dev.membrane.internal.decay.DecayService;
import dev.membrane.internal.decay.Pruning;
import dev.membrane.internal.embed.EmbeddingService;
import dev.membrane.internal.engine.CallsUnderWay;
import dev.membrane.internal.engine.ReadableStore;
import dev.membrane.internal.engine.RunLog;
import dev.membrane.internal.engine.StoreLocks;
import dev.membrane.internal.erase.ErasureService;
import dev.membrane.internal.history.HistoryPeriod;
import dev.membrane.internal.history.PastStores;
import dev.membrane.internal.history.RecordingStore;
import dev.membrane.internal.ingest.IdempotencyExpiry;
import dev.membrane.internal.ingest.IngestionService;
import dev.membrane.internal.jobs.BackgroundJobs;
import dev.membrane.internal.jobs.JobsConfig;
import dev.membrane.internal.retrieve.HistoryService;
import dev.membrane.internal.retrieve.JobsService;
import dev.membrane.internal.retrieve.ListingService;
import dev.membrane.internal.retrieve.MetricsService;
import dev.membrane.internal.retrieve.ReceiptService;
import dev.membrane.internal.retrieve.RetrievalService;
import dev.membrane.internal.retrieve.VectorWait;
import dev.membrane.internal.revise.RevisionService;
import dev.membrane.internal.text.RecordText;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Stage;
import dev.membrane.spi.StoreOpenException;
import dev.membrane.spi.Vectors;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The services over one store, for any caller. Safe for use by many threads. */
public final class Engine implements AutoCloseable {

  private static final String PRUNE = "prune";
  private static final String EXPIRY = "idempotency expiry";
  private static final String CONSOLIDATION = "consolidation";
  private static final String ERASURE = "erasure";
  private static final String EMBEDDING = "embedding";
  private static final Duration OFTEN = Duration.ofSeconds(1);

  /** An erasure whose process has died is not left to the next start; one key is looked up. */
  private static final Duration TAKE_OVER = Duration.ofSeconds(15);

  private final MemoryStore store;
  private final boolean ownsStore;
  private final InstantSource clock;
  private final Observer observer;
  private final StoreLocks locks;
  private final CallsUnderWay underWay = new CallsUnderWay();
  private final MemoryCalls calls;
  private final IngestionService ingestion;
  private final RetrievalService retrieval;
  private final ListingService listing;
  private final RevisionService revision;
  private final DecayService decay;
  private final ConsolidationService consolidation;
  private final @Nullable EmbeddingService embedding;
  private final ErasureService erasure;
  private final AuditService audit;
  private final MetricsService metrics;
  private final Pruning pruning;
  private final HistoryPeriod period;
  private final HistoryService history;
  private final ReceiptService receipts;
  private final IdempotencyExpiry expiry;
  private final BackgroundJobs jobs;
  private final RunLog runs;
  private final JobsService waiting;
  private volatile boolean closed;

  private Engine(MemoryStore opened, EngineSettings settings) {
    ownsStore = settings.ownsStore();
    calls = new MemoryCalls(underWay, settings.tracer());
    clock = settings.clock();
    store =
        TracedStore.of(
            ObservedStore.of(
                RecordingStore.of(opened, settings.config().history(), clock), settings.observer()),
            settings.tracer());
    observer = settings.observer();
    runs = new RunLog(clock);
    waiting = new JobsService(store, runs);
    EngineConfig config = settings.config();
    Supplier<String> ids = settings.ids();
    List<Stage<?>> stages =
        settings.stages().stream()
            .<Stage<?>>map(stage -> new SupervisedStage<>(stage, observer))
            .toList();
    TextAnalyzer analyzer = new TextAnalyzer();
    RecordChanges records = changes(analyzer, settings);
    new Reindexing(store, records).run(clock.instant());
    period = HistoryPeriod.begin(opened, config.history(), clock);
    PastStores past = new PastStores(period, new RecordText(analyzer)::termsOf);
    locks = new StoreLocks(store, ids.get());
    ingestion = new IngestionService(store, records, config.policy(), clock, ids);
    EmbeddingService service = embedding(settings.embedder());
    embedding = service;
    MemoryStore readable = new ReadableStore(store);
    retrieval =
        new RetrievalService(
            readable,
            analyzer,
            settings.embedder(),
            config.retrieval(),
            clock,
            service == null ? VectorWait.NONE : service::await,
            settings.tracer(),
            past);
    listing = new ListingService(readable, clock, past);
    history = new HistoryService(store);
    receipts = new ReceiptService(readable, retrieval, config.history().receipts(), clock, ids);
    revision = new RevisionService(store, records, clock, ids);
    decay = new DecayService(store, records, config.policy().reinforcementGain(), clock);
    consolidation =
        new ConsolidationService(
            store, records, stages, config.policy(), clock, ids, locks, observer, runs);
    erasure =
        new ErasureService(
            store,
            records,
            new Setup(store, records, stages, config.policy(), ids),
            analyzer,
            clock,
            ids,
            locks);
    audit = new AuditService(store);
    metrics =
        new MetricsService(store, clock, service == null ? List.of() : EmbeddingService.QUEUES);
    Lessons lessons = new Lessons(stages.stream().map(Stage::name).toList());
    pruning = new Pruning(store, records, config.retention(), lessons);
    expiry = new IdempotencyExpiry(store);
    jobs = new BackgroundJobs(observer);
    if (settings.hasBackgroundJobs()) {
      schedule(config.jobs());
    }
  }

  /**
   * Opens the store and begins the background jobs.
   *
   * @throws StoreOpenException if the store cannot be opened, or keeps no vectors for the embedder
   */
  public static Engine open(EngineSettings settings) {
    MemoryStore opened = requireNonNull(settings.store().get(), "store");
    try {
      return new Engine(opened, settings);
    } catch (RuntimeException failure) {
      if (settings.ownsStore()) {
        opened.close();
      }
      throw failure;
    }
  }

  private static RecordChanges changes(TextAnalyzer analyzer, EngineSettings settings) {
    RecordChanges changes =
        new RecordChanges(
            new RecordText(analyzer),
            new AuditChain(settings.nonces()),
            settings.config().retention());
    return settings.embedder() == null ? changes : changes.embedded();
  }

  private @Nullable EmbeddingService embedding(@Nullable Embedder embedder) {
    if (embedder == null) {
      return null;
    }
    Vectors vectors =
        store
            .vectors()
            .orElseThrow(
                () -> new StoreOpenException(store + " keeps no vectors; set no embedder"));
    return new EmbeddingService(store, vectors, embedder, clock, locks, underWay);
  }

  private void schedule(JobsConfig config) {
    Duration sweep = config.decayInterval();
    jobs.every(sweep, PRUNE, () -> observer.handled(PRUNE, "deleted", prune()));
    jobs.every(sweep, EXPIRY, () -> observer.handled(EXPIRY, "deleted", expireIdempotencyKeys()));
    jobs.every(config.consolidationInterval(), CONSOLIDATION, consolidation::run);
    jobs.every(TAKE_OVER, ERASURE, () -> runs.noting(ERASURE, erasure::resume));
    if (embedding != null) {
      jobs.every(
          OFTEN,
          EMBEDDING,
          () -> {
            EmbeddingResult result = embed();
            observer.handled(EMBEDDING, "embedded", result.embedded());
            observer.handled(EMBEDDING, "set aside", result.setAside());
          });
    }
  }

  /**
   * Checks that this still serves.
   *
   * @throws ClosedException after it was closed
   */
  Engine serving() {
    if (closed) {
      throw new ClosedException();
    }
    return this;
  }

  /** What is being answered. */
  MemoryCalls calls() {
    return calls;
  }

  /** Takes experience in. */
  public IngestionService ingestion() {
    return ingestion;
  }

  /** Gives memory back. */
  public RetrievalService retrieval() {
    return retrieval;
  }

  /** Lists what there is. */
  public ListingService listing() {
    return listing;
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

  /** Erases records with what was learned from them. */
  public ErasureService erasure() {
    return erasure;
  }

  /** Says what was done to a record. */
  public AuditService audit() {
    return audit;
  }

  /** Keeps what was answered. */
  public ReceiptService receipts() {
    return receipts;
  }

  /** Tells how a record was. */
  public HistoryService history() {
    return history;
  }

  /** Counts what is there. */
  public MetricsService metrics() {
    return metrics;
  }

  /** Tells what waits for the background. */
  public JobsService waiting() {
    return waiting;
  }

  /** Deletes what has run out, and answers how many records. */
  public int prune() {
    return runs.noting(PRUNE, () -> locks.await(PRUNE, this::pruneInTurn).orElse(0));
  }

  private int pruneInTurn() {
    int pruned = pruning.run(now());
    period.sweep(store);
    return pruned;
  }

  /** Forgets old idempotency keys, and answers how many. */
  public int expireIdempotencyKeys() {
    return runs.noting(EXPIRY, () -> locks.await(EXPIRY, () -> expiry.run(now())).orElse(0));
  }

  /** Embeds what waits for it; without an embedder, nothing. */
  public EmbeddingResult embed() {
    return Optional.ofNullable(embedding)
        .map(service -> runs.noting(EMBEDDING, service::run))
        .orElse(EmbeddingResult.NOTHING);
  }

  /**
   * Answers if the store can serve.
   *
   * @throws dev.membrane.spi.StoreUnavailableException if it cannot
   */
  public void check() {
    store.check();
  }

  /** Stops the background jobs, then closes the store if this opened it. */
  @Override
  public void close() {
    closed = true;
    if (embedding != null) {
      embedding.close();
    }
    locks.close();
    jobs.close();
    if (embedding != null) {
      embedding.awaitEnd();
    }
    if (ownsStore) {
      store.close();
    }
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
