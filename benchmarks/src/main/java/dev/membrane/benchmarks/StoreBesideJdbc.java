package dev.membrane.benchmarks;

import dev.membrane.Membrane;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.store.memory.InMemoryStore;
import dev.membrane.store.sqlite.CommitStatistics;
import dev.membrane.store.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the store costs beyond its rows: many threads commit changesets to it, and then one loop
 * over plain JDBC writes the rows that came of that, as many in a transaction as the store had put
 * into one on average.
 */
final class StoreBesideJdbc {

  private static final int MANY = 32;
  private static final int MAX = 20_000;

  private final BenchmarkRun bench;
  private final List<Double> batches = new ArrayList<>();
  private long count;
  private long bytes;

  StoreBesideJdbc(BenchmarkRun bench) {
    this.bench = bench;
  }

  Figure figure() {
    List<Changeset> changesets = changesets((int) Math.min(MAX, 2 * bench.largest()));
    BenchmarkStore small = bench.loaded(Layout.ONE_SCOPE, bench.smallest());
    List<Double> ofLoop = new ArrayList<>();
    bench.settings().warmUp().of(() -> round(changesets, ofLoop));
    ofLoop.clear();
    batches.clear();
    PairedMedians turns =
        PairedMedians.of(
            bench.settings().turns(),
            () -> round(changesets, ofLoop),
            () -> ofLoop.get(ofLoop.size() - 1));
    return Figure.of("ratio: store to bare JDBC loop", small, "in process", MANY)
        .with("changesets", changesets.size())
        .with("count", count)
        .with("file_bytes", bytes)
        .with("changesets_per_commit", PairedMedians.median(batches))
        .with(turns, "per_second")
        .atLeast(0.8);
  }

  private static List<Changeset> changesets(int count) {
    List<Changeset> all = new ArrayList<>();
    Corpus corpus = new Corpus(1);
    try (Membrane engine =
        Membrane.builder().store(new Gathering(new InMemoryStore(), 1, all::add)).build()) {
      for (int n = 0; n < count; n++) {
        engine.ingestion().observe(corpus.observation("scope:" + n % 8));
      }
    }
    return all;
  }

  /** Both sides once, in files of their own; answers with the rate of the store. */
  private double round(List<Changeset> changesets, List<Double> ofLoop) {
    try (TemporaryFolder folder = new TemporaryFolder()) {
      SqliteSite written = new SqliteSite(folder.path(), "store");
      double rate = changesets.size() / seconds(changesets, written.file());
      count = written.count();
      bytes = written.bytes();
      JdbcLoop loop = JdbcLoop.like(written.file());
      Path copied = folder.path().resolve("loop.db");
      SqliteStore.open(copied).close();
      int batch = (int) Math.round(batches.get(batches.size() - 1));
      ofLoop.add(changesets.size() / loop.seconds(copied, Math.max(1, batch)));
      return rate;
    } catch (IOException | SQLException failure) {
      throw new IllegalStateException("the files cannot be compared", failure);
    }
  }

  private double seconds(List<Changeset> changesets, Path file) {
    try (SqliteStore store = SqliteStore.open(file)) {
      CommitStatistics before = store.commitStatistics();
      double seconds = seconds(changesets, store);
      batches.add(IngestFigures.perCommit(before, store.commitStatistics()));
      return seconds;
    }
  }

  private static double seconds(List<Changeset> changesets, SqliteStore store) {
    ExecutorService threads = Executors.newFixedThreadPool(MANY);
    AtomicInteger next = new AtomicInteger();
    long start = System.nanoTime();
    for (int thread = 0; thread < MANY; thread++) {
      threads.execute(
          () -> {
            for (int n = next.getAndIncrement();
                n < changesets.size();
                n = next.getAndIncrement()) {
              store.commit(changesets.get(n));
            }
          });
    }
    threads.shutdown();
    try {
      if (!threads.awaitTermination(10, TimeUnit.MINUTES)) {
        throw new IllegalStateException("the store did not commit in ten minutes");
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while measuring", stop);
    }
    return (System.nanoTime() - start) / 1e9;
  }
}
