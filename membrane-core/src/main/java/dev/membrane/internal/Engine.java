package dev.membrane.internal;

import static java.util.Objects.requireNonNull;

import dev.membrane.Maintenance.EmbeddingResult;
import dev.membrane.internal.change.Reindexing;
import dev.membrane.internal.embed.EmbeddingService;
import dev.membrane.internal.history.HistoryPeriod;
import dev.membrane.internal.work.CallsUnderWay;
import dev.membrane.internal.work.GatedStore;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.Vectors;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The services over one store, for any caller. Safe for use by many threads. */
public final class Engine implements AutoCloseable {

  private final GatedStore gate;
  private final MemoryStore store;
  private final boolean ownsStore;
  private final MemoryCalls calls;
  private final ReadServices reads;
  private final WriteServices writes;
  private final MaintenanceJobs jobs;
  private final ReentrantLock ending = new ReentrantLock();
  private boolean isEnded;

  private Engine(MemoryStore opened, EngineSettings settings) {
    CallsUnderWay underWay = new CallsUnderWay();
    gate = new GatedStore(opened);
    EngineParts parts = EngineParts.over(gate, settings);
    store = parts.store();
    ownsStore = settings.ownsStore();
    calls = new MemoryCalls(underWay, settings.tracer());
    new Reindexing(store, parts.records()).run(parts.clock().instant());
    HistoryPeriod period = HistoryPeriod.begin(gate, settings.config().history(), settings.clock());
    EmbeddingService embedding = embedding(parts, settings.embedder(), underWay);
    reads = ReadServices.of(parts, period, settings, embedding);
    writes = WriteServices.of(parts);
    jobs = new MaintenanceJobs(parts, writes, period, embedding);
    if (settings.hasBackgroundJobs()) {
      jobs.schedule();
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
    } catch (Throwable failure) {
      // Whatever it is, the file is free for whoever opens it next.
      if (settings.ownsStore()) {
        closeAfter(failure, opened);
      }
      throw failure;
    }
  }

  /** What failed first is what is told. */
  private static void closeAfter(Throwable failure, MemoryStore opened) {
    try {
      opened.close();
    } catch (Throwable closing) {
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

  /** What is being answered. */
  MemoryCalls calls() {
    return calls;
  }

  /** The services that tell what is known. */
  public ReadServices reads() {
    return reads;
  }

  /** The services that change what is known. */
  WriteServices writes() {
    return writes;
  }

  /** Finishes erasures, deletes what has run out, and answers how many records had. */
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
   * @throws dev.membrane.spi.store.StoreUnavailableException if it cannot
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
    calls.close();
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
      gate.shut();
      if (ownsStore) {
        store.close();
      }
    }
  }
}
