package dev.membrane.internal;

import static java.util.Objects.requireNonNull;

import dev.membrane.ClosedException;
import dev.membrane.EmbeddingResult;
import dev.membrane.internal.audit.AuditService;
import dev.membrane.internal.change.Reindexing;
import dev.membrane.internal.consolidate.ConsolidationService;
import dev.membrane.internal.decay.DecayService;
import dev.membrane.internal.embed.EmbeddingService;
import dev.membrane.internal.erase.ErasureService;
import dev.membrane.internal.history.HistoryPeriod;
import dev.membrane.internal.ingest.IngestionService;
import dev.membrane.internal.listing.HistoryService;
import dev.membrane.internal.listing.ListingService;
import dev.membrane.internal.metrics.JobsService;
import dev.membrane.internal.metrics.MetricsService;
import dev.membrane.internal.receipt.ReceiptService;
import dev.membrane.internal.retrieve.RetrievalService;
import dev.membrane.internal.revise.RevisionService;
import dev.membrane.internal.work.CallsUnderWay;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.StoreOpenException;
import dev.membrane.spi.StoreUnavailableException;
import dev.membrane.spi.Tracer.Operation;
import dev.membrane.spi.Tracer.Span;
import dev.membrane.spi.Vectors;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The services over one store, for any caller. Safe for use by many threads. */
public final class Engine implements AutoCloseable {

  private final MemoryStore store;
  private final boolean ownsStore;
  private final MemoryCalls calls;
  private final ReadServices reads;
  private final WriteServices writes;
  private final MaintenanceJobs jobs;
  private final ReentrantLock ending = new ReentrantLock();
  private boolean isEnded;
  private volatile boolean closed;

  private Engine(MemoryStore opened, EngineSettings settings) {
    CallsUnderWay underWay = new CallsUnderWay();
    EngineParts parts = EngineParts.over(opened, settings);
    store = parts.store();
    ownsStore = settings.ownsStore();
    calls = new MemoryCalls(underWay, settings.tracer());
    new Reindexing(store, parts.records()).run(parts.clock().instant());
    HistoryPeriod period =
        HistoryPeriod.begin(opened, settings.config().history(), settings.clock());
    EmbeddingService embedding = embedding(parts, settings.embedder(), underWay);
    reads = ReadServices.of(parts, period, settings, embedding);
    writes = WriteServices.of(parts);
    jobs = new MaintenanceJobs(parts, period, embedding);
    if (settings.hasBackgroundJobs()) {
      jobs.schedule(writes);
    }
  }

  /**
   * Opens the store and begins the background jobs.
   *
   * @throws dev.membrane.spi.ModelException if the embedder cannot work; the store is not opened
   * @throws StoreOpenException if the store cannot be opened, or keeps no vectors for the embedder
   */
  public static Engine open(EngineSettings settings) {
    Embedder embedder = settings.embedder();
    if (embedder != null) {
      embedder.check();
    }
    MemoryStore opened = requireNonNull(settings.store().get(), "store");
    try {
      return new Engine(opened, settings);
    } catch (RuntimeException failure) {
      if (settings.ownsStore()) {
        closeAfter(failure, opened);
      }
      throw failure;
    }
  }

  /** What failed first is what is told. */
  private static void closeAfter(RuntimeException failure, MemoryStore opened) {
    try {
      opened.close();
    } catch (RuntimeException closing) {
      failure.addSuppressed(closing);
    }
  }

  private static @Nullable EmbeddingService embedding(
      EngineParts parts, @Nullable Embedder embedder, CallsUnderWay underWay) {
    if (embedder == null) {
      return null;
    }
    MemoryStore store = parts.store();
    Vectors vectors =
        store
            .vectors()
            .orElseThrow(
                () -> new StoreOpenException(store + " keeps no vectors; set no embedder"));
    return new EmbeddingService(store, vectors, embedder, parts.clock(), parts.locks(), underWay);
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

  /** Answers a call while this serves; as {@link MemoryCalls}. */
  <T> T answer(Operation operation, BiConsumer<Span, ? super T> about, Function<Engine, T> call) {
    return calls.answer(operation, about, () -> served(call));
  }

  /** Answers a call about one record while this serves. */
  <T> T answer(Operation operation, String id, Function<Engine, T> call) {
    return calls.answer(operation, id, () -> served(call));
  }

  /** Does what a call about one record asks for while this serves. */
  void run(Operation operation, String id, Consumer<Engine> call) {
    Void unused =
        answer(
            operation,
            id,
            it -> {
              call.accept(it);
              return null;
            });
  }

  /**
   * Answers while this serves, without a span and without being counted: for what asks nothing of
   * the memory, such as a check, and for jobs, which leave processors to the calls that are
   * counted. What is under way when this is closed finds the store closed, whatever that says.
   */
  <T> T served(Function<Engine, T> call) {
    try {
      return call.apply(serving());
    } catch (StoreUnavailableException failure) {
      if (!closed) {
        throw failure;
      }
      ClosedException ended = new ClosedException();
      ended.initCause(failure);
      throw ended;
    }
  }

  /** What is being answered. */
  MemoryCalls calls() {
    return calls;
  }

  /** Takes experience in. */
  public IngestionService ingestion() {
    return writes.ingestion();
  }

  /** Gives memory back. */
  public RetrievalService retrieval() {
    return reads.retrieval();
  }

  /** Lists what there is. */
  public ListingService listing() {
    return reads.listing();
  }

  /** Changes what is known. */
  public RevisionService revision() {
    return writes.revision();
  }

  /** Raises and lowers salience, and deletes. */
  public DecayService decay() {
    return writes.decay();
  }

  /** Learns from what has happened. */
  public ConsolidationService consolidation() {
    return writes.consolidation();
  }

  /** Erases records with what was learned from them. */
  public ErasureService erasure() {
    return writes.erasure();
  }

  /** Says what was done to a record. */
  public AuditService audit() {
    return reads.audit();
  }

  /** Keeps what was answered. */
  public ReceiptService receipts() {
    return reads.receipts();
  }

  /** Tells how a record was. */
  public HistoryService history() {
    return reads.history();
  }

  /** Counts what is there. */
  public MetricsService metrics() {
    return reads.metrics();
  }

  /** Tells what waits for the background. */
  public JobsService waiting() {
    return reads.waiting();
  }

  /** Deletes what has run out, and answers how many records. */
  public int prune() {
    return jobs.prune();
  }

  /** Forgets old idempotency keys, and answers how many. */
  public int expireIdempotencyKeys() {
    return jobs.expireIdempotencyKeys();
  }

  /** Embeds what waits for it; without an embedder, nothing. */
  public EmbeddingResult embed() {
    return jobs.embed();
  }

  /**
   * Answers if the store can serve.
   *
   * @throws dev.membrane.spi.StoreUnavailableException if it cannot
   */
  public void check() {
    store.check();
  }

  /**
   * Stops the background jobs, then closes the store if this opened it. Who comes second waits for
   * the first, but not a run of a job, as the first waits for that.
   */
  @Override
  public void close() {
    closed = true;
    if (!jobs.isRunningHere()) {
      ending.lock();
    } else if (!ending.tryLock()) {
      return;
    }
    try {
      endOnce();
    } finally {
      ending.unlock();
    }
  }

  private void endOnce() {
    if (isEnded) {
      return;
    }
    // Once only, also where it fails.
    isEnded = true;
    try {
      jobs.close();
    } finally {
      if (ownsStore) {
        store.close();
      }
    }
  }
}
