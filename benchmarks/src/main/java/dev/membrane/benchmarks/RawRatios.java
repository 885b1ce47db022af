package dev.membrane.benchmarks;

import dev.membrane.Membrane;
import dev.membrane.ObservationRequest;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.store.memory.InMemoryStore;
import dev.membrane.store.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Ingests of records of 1.6 kB to a new file, in turns with {@link RawLoop}. */
final class RawRatios {

  private static final int BYTES = 1_600;
  private static final int MANY = 32;
  private static final int BATCH = 256;
  private static final int MAX = 10_000;

  /** One caller waits for the disk with every record. */
  private static final int MOST_OF_ONE = 1_000;

  private final BenchmarkRun bench;
  private final BenchmarkStore loaded;
  private final List<ObservationRequest> requests = new ArrayList<>();
  private final List<Changeset> changesets = new ArrayList<>();
  private final List<RawLoop.RawItem> items = new ArrayList<>();

  RawRatios(BenchmarkRun bench) {
    this.bench = bench;
    this.loaded = bench.loaded(Layout.ONE_SCOPE, bench.smallest());
    Corpus corpus = new Corpus(1);
    for (long n = 0; n < Math.min(MAX, 2 * bench.largest()); n++) {
      requests.add(corpus.observation("scope:" + n % 8, BYTES));
    }
    try (Membrane engine =
        Membrane.builder().store(new Gathering(new InMemoryStore(), 1, changesets::add)).build()) {
      requests.forEach(engine.ingestion()::observe);
    }
    changesets.removeIf(changeset -> changeset.changes().isEmpty());
    changesets.forEach(changeset -> items.add(item((Change.Insert) changeset.changes().get(0))));
  }

  private static RawLoop.RawItem item(Change.Insert insert) {
    MemoryRecord record = insert.record();
    SemanticPayload fact = (SemanticPayload) record.payload();
    return new RawLoop.RawItem(
        record.id(),
        String.valueOf(record.scope()),
        record.tags().get(0),
        new RecordCodec().encode(record),
        fact.subject() + " " + fact.predicate() + " " + ((JsonString) fact.object()).value(),
        insert.audit().get(0).hash());
  }

  void measure() {
    add("ratio: ingest of 32 callers to raw SQLite", MANY, MANY, 0.6, file -> ingest(file, MANY));
    add("ratio: commit of 256 to raw SQLite", 1, BATCH, 0.7, this::commit);
    add("ratio: ingest of one caller to raw SQLite", 1, 1, 0.9, file -> ingest(file, 1));
  }

  /** Writes to a file; answers with the rate. */
  private interface RawWriting {
    double rate(Path file);
  }

  private void add(String name, int callers, int batch, double bound, RawWriting ours) {
    int count = count(batch);
    RawWriting raw = file -> raw(file, count, batch);
    bench.settings().warmUp().of(() -> inFolder(ours));
    inFolder(raw);
    PairedMedians turns =
        PairedMedians.of(bench.settings().turns(), () -> inFolder(ours), () -> inFolder(raw));
    bench.add(
        Figure.of(name, loaded, "in process", callers)
            .with("ingests", count)
            .with("record_bytes", items.get(0).doc().length())
            .with("records_per_raw_commit", batch)
            .with(turns, "per_second")
            .atLeast(bound));
  }

  private int count(int batch) {
    return batch == 1 ? Math.min(MOST_OF_ONE, items.size()) : items.size();
  }

  private static double inFolder(RawWriting writing) {
    try (TemporaryFolder folder = new TemporaryFolder()) {
      return writing.rate(folder.path().resolve("written.db"));
    } catch (IOException failure) {
      throw new IllegalStateException("there is no folder to write to", failure);
    }
  }

  private double raw(Path file, int count, int batch) {
    try {
      return count / RawLoop.seconds(file, items.subList(0, count), batch);
    } catch (SQLException failure) {
      throw new IllegalStateException(file + " cannot be written", failure);
    }
  }

  private double ingest(Path file, int callers) {
    int count = count(callers);
    try (SqliteStore store = SqliteStore.open(file);
        Membrane engine = Membrane.builder().store(store).build()) {
      long start = System.nanoTime();
      each(callers, count, n -> engine.ingestion().observe(requests.get(n)));
      return count / ((System.nanoTime() - start) / 1e9);
    }
  }

  private double commit(Path file) {
    try (SqliteStore store = SqliteStore.open(file)) {
      long start = System.nanoTime();
      for (int n = 0; n < changesets.size(); n += BATCH) {
        store
            .commitEach(changesets.subList(n, Math.min(changesets.size(), n + BATCH)))
            .forEach(CompletableFuture::join);
      }
      return changesets.size() / ((System.nanoTime() - start) / 1e9);
    }
  }

  /** Has callers do something with every number once. */
  private static void each(int callers, int count, IntConsumer call) {
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    AtomicInteger next = new AtomicInteger();
    List<Callable<Void>> all = new ArrayList<>();
    for (int caller = 0; caller < callers; caller++) {
      all.add(
          () -> {
            for (int n = next.getAndIncrement(); n < count; n = next.getAndIncrement()) {
              call.accept(n);
            }
            return null;
          });
    }
    try {
      for (Future<Void> done : threads.invokeAll(all)) {
        done.get();
      }
    } catch (ExecutionException failed) {
      throw new IllegalStateException("a call failed", failed.getCause());
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while measuring", stop);
    } finally {
      threads.shutdownNow();
    }
  }
}
