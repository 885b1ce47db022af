package dev.membrane.benchmarks;

/**
 * Retrieval by words, meaning, neighbours and salience together, within scopes of ten thousand
 * records. The question's vector is made up, so what a model takes for it is not in it.
 */
final class HybridFigures {

  private final BenchmarkRun bench;

  HybridFigures(BenchmarkRun bench) {
    this.bench = bench;
  }

  void measure() {
    BenchmarkStore loaded = bench.loaded(Layout.EMBEDDED_SCOPES_OF_10000, bench.largest());
    for (int callers : bench.settings().callers()) {
      Calling calling = new Calling(loaded, callers);
      measure(
          "retrieve hybrid, one scope",
          loaded,
          callers,
          calling.retrieveFromOneScope(ScopeQueries.TEXT),
          20);
      measure("retrieve hybrid", loaded, callers, calling.retrieve(ScopeQueries.TEXT), 25);
    }
  }

  private void measure(
      String name, BenchmarkStore loaded, int callers, Callers.MeasuredCall call, int most) {
    Timings timings = bench.warm(callers, call);
    bench.add(
        Figure.of(name, loaded, "in process", callers).with(timings).with("p95_ms_at_most", most));
  }
}
