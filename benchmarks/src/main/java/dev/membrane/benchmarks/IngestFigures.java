package dev.membrane.benchmarks;

import dev.membrane.store.sqlite.CommitStatistics;

/** Writing: acknowledged, so durable, observations. */
final class IngestFigures {

  private final BenchmarkRun bench;

  IngestFigures(BenchmarkRun bench) {
    this.bench = bench;
  }

  void measure() {
    for (long records : bench.settings().records()) {
      BenchmarkStore loaded = bench.loaded(Layout.ONE_SCOPE, records);
      for (int callers : bench.settings().callers()) {
        Calling calling = new Calling(loaded, callers);
        add(loaded, "in process", callers, calling.ingest());
        try (Served served = new Served(loaded.engine(), callers)) {
          add(loaded, "grpc", callers, calling.ingest(served));
        }
      }
    }
  }

  private void add(BenchmarkStore loaded, String door, int callers, Callers.MeasuredCall call) {
    CommitStatistics before = loaded.store().commitStatistics();
    Timings timings = bench.warm(callers, call);
    CommitStatistics after = loaded.store().commitStatistics();
    bench.add(
        Figure.of("ingest", loaded, door, callers)
            .with(timings)
            .with("ingests_per_commit", perCommit(before, after)));
  }

  static double perCommit(CommitStatistics before, CommitStatistics after) {
    return (double) (after.changesets() - before.changesets())
        / (after.commits() - before.commits());
  }
}
