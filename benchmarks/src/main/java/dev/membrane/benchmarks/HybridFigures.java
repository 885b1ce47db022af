package dev.membrane.benchmarks;

/**
 * Retrieval by words, meaning, neighbours and salience together, within scopes of ten thousand
 * records. The question's vector is made up, so what a model takes for it is not in it.
 */
final class HybridFigures {

  private final Bench bench;

  HybridFigures(Bench bench) {
    this.bench = bench;
  }

  void measure() {
    Ground ground = bench.ground(Layout.EMBEDDED_SCOPES_OF_10000, bench.largest());
    for (int callers : bench.settings().callers()) {
      Timings timings = bench.warm(callers, new Calling(ground, callers).retrieve(Questions.TEXT));
      bench.add(
          Figure.of("retrieve hybrid", ground, "in process", callers)
              .with(timings)
              .with("p95_ms_at_most", 25));
    }
  }
}
