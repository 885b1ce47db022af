package dev.membrane.benchmarks;

import dev.membrane.Membrane;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.Vector;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Fills a store with the engine's own changesets, many records in each, with a line of progress.
 */
final class Loading {

  private static final int RECORDS_PER_COMMIT = 500;
  private static final int THREADS = 2;

  private final MemoryStore store;
  private final Layout layout;
  private final PrintWriter progress;
  private final AtomicLong done = new AtomicLong();

  Loading(MemoryStore store, Layout layout, PrintWriter progress) {
    this.store = store;
    this.layout = layout;
    this.progress = progress;
  }

  /** Loads records numbered from {@code first} to one below {@code end}. */
  void load(long first, long end) {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<Void>> shares = new ArrayList<>();
      for (int share = 0; share < THREADS; share++) {
        long from = first + share;
        shares.add(
            () -> {
              loadEvery(THREADS, from, end);
              return null;
            });
      }
      for (Future<Void> part : threads.invokeAll(shares)) {
        part.get();
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while loading", stop);
    } catch (ExecutionException failed) {
      throw new IllegalStateException("loading failed", failed.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private void loadEvery(int step, long from, long end) {
    Corpus corpus = new Corpus(from);
    Gathering gathering = new Gathering(store, RECORDS_PER_COMMIT, this::commit);
    try (Membrane engine = Membrane.builder().store(gathering).build()) {
      for (long n = from; n < end; n += step) {
        engine.ingestion().record(corpus.record(n, layout.scopeOf(n)));
        tell(end);
      }
      gathering.flush();
    }
  }

  private void commit(Changeset changes) {
    store.commit(layout.isEmbedded() ? embedded(changes) : changes);
  }

  private static Changeset embedded(Changeset changes) {
    List<Embedding> embeddings = new ArrayList<>();
    for (Change change : changes.changes()) {
      Vector vector = Vector.of(MadeUpEmbedder.vector(change.id()));
      embeddings.add(new Embedding(change.id(), MadeUpEmbedder.MODEL, vector));
    }
    return new Changeset(
        changes.changes(),
        embeddings,
        changes.keysRemoved(),
        changes.keysAdded(),
        changes.rowsDone(),
        changes.rowsAdded(),
        changes.runsDropped(),
        changes.runsKept(),
        changes.rationalesErased(),
        changes.history());
  }

  private void tell(long end) {
    long now = done.incrementAndGet();
    if (now % 50_000 == 0) {
      progress.println("loaded " + now + " of " + end + " records, " + layout.word());
    }
  }
}
