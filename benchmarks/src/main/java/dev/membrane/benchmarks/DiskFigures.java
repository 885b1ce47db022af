package dev.membrane.benchmarks;

import dev.membrane.Membrane;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.store.memory.InMemoryStore;
import dev.membrane.store.sqlite.SqliteStore;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;

/**
 * What SQLite writes for a record: of its log when as many share a commit, and of its file; and how
 * long the processor of the thread that writes is busy with it.
 */
final class DiskFigures {

  private static final String WRITER = "membrane-sqlite-writer";
  private static final int MAX = 20_000;
  private static final List<Integer> GROUPS = List.of(1, 13, 32, 256);
  private static final List<Integer> SIZES = List.of(1_000, 1_600);

  private static final String BYTES_OF_RECORD = "SELECT avg(length(doc)) FROM document";

  private final BenchmarkRun bench;

  DiskFigures(BenchmarkRun bench) {
    this.bench = bench;
  }

  void measure() throws SQLException {
    for (int size : SIZES) {
      for (int group : GROUPS) {
        measure(size, group);
      }
    }
  }

  private void measure(int size, int group) throws SQLException {
    long records = Math.min(MAX, bench.largest());
    try (TemporaryFolder folder = new TemporaryFolder();
        SqliteSite site = new SqliteSite(folder.path(), "written")) {
      LogLength log = new LogLength(site.file());
      long nanos = write(site, size, records, group, log);
      bench.add(
          Figure.of("bytes on disk", site, Layout.ONE_SCOPE, records, "in process", 1)
              .with("record_bytes", recordBytes(site))
              .with("records_per_commit", group)
              .with("log_bytes_per_record", (double) log.bytes() / records)
              .with("writer_micros_per_record", nanos / 1e3 / records)
              .with("file_bytes_per_record", (double) site.bytes() / records));
    } catch (IOException failure) {
      throw new IllegalStateException("the files cannot be measured", failure);
    }
  }

  /** Answers the processor time of the writing thread. */
  private static long write(SqliteSite site, int size, long records, int group, LogLength log) {
    Corpus corpus = new Corpus(1);
    long before = writerNanos(); // Other stores of the run have writers too.
    try (SqliteStore store = SqliteStore.open(site.file())) {
      Gathering gathering =
          new Gathering(new InMemoryStore(), group, changeset -> commit(store, changeset, log));
      try (Membrane engine = Membrane.builder().store(gathering).build()) {
        for (long n = 0; n < records; n++) {
          engine.ingestion().observe(corpus.observation("scope:" + n % 8, size));
        }
        gathering.flush();
      }
      return writerNanos() - before;
    }
  }

  private static long writerNanos() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return Stream.of(threads.getThreadInfo(threads.getAllThreadIds()))
        .filter(thread -> thread != null && thread.getThreadName().equals(WRITER))
        .mapToLong(thread -> threads.getThreadCpuTime(thread.getThreadId()))
        .sum();
  }

  private static void commit(SqliteStore store, Changeset changeset, LogLength log) {
    store.commit(changeset);
    log.look();
  }

  private static double recordBytes(SqliteSite site) throws SQLException {
    try (Connection connection = site.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(BYTES_OF_RECORD)) {
      return row.getDouble(1);
    }
  }
}
