package dev.membrane.benchmarks;

import java.util.List;

/** Reading: by salience, by text, with filters, by id, metrics, and the memory it takes. */
final class RetrieveFigures {

  private final BenchmarkRun bench;

  RetrieveFigures(BenchmarkRun bench) {
    this.bench = bench;
  }

  void measure() {
    for (long records : bench.settings().records()) {
      BenchmarkStore loaded = bench.loaded(Layout.ONE_SCOPE, records);
      for (int callers : bench.settings().callers()) {
        measure(loaded, callers);
      }
      metrics(loaded);
      bench.add(MemoryFigure.of(loaded));
      if (records > Layout.SMALL && records <= BenchmarkRun.MAX_SPREAD) {
        textInSmallScopes(bench.loaded(Layout.SCOPES_OF_1000, records));
      }
    }
  }

  private void measure(BenchmarkStore loaded, int callers) {
    Calling calling = new Calling(loaded, callers);
    try (Served served = new Served(loaded.engine(), callers)) {
      for (ScopeQueries questions : List.of(ScopeQueries.values())) {
        add("retrieve " + questions.word(), loaded, callers, calling.retrieve(questions));
        add(
            "retrieve " + questions.word(),
            loaded,
            callers,
            calling.retrieve(questions, served),
            "grpc");
      }
      add("retrieve by id", loaded, callers, calling.byId());
      add("retrieve by id", loaded, callers, calling.byId(served), "grpc");
    }
  }

  private void metrics(BenchmarkStore loaded) {
    Timings timings = bench.warm(1, (caller, n) -> loaded.engine().metrics());
    bench.add(
        Figure.of("metrics", loaded, "in process", 1).with(timings).with("p95_ms_at_most", 20));
  }

  private void textInSmallScopes(BenchmarkStore loaded) {
    Calling calling = new Calling(loaded, 1);
    add("retrieve text", loaded, 1, calling.retrieve(ScopeQueries.TEXT));
  }

  private void add(String name, BenchmarkStore loaded, int callers, Callers.MeasuredCall call) {
    add(name, loaded, callers, call, "in process");
  }

  private void add(
      String name, BenchmarkStore loaded, int callers, Callers.MeasuredCall call, String door) {
    bench.add(Figure.of(name, loaded, door, callers).with(bench.warm(callers, call)));
  }
}
