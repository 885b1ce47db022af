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
      Ground ground = bench.ground(Layout.ONE_SCOPE, records);
      for (int callers : bench.settings().callers()) {
        measure(ground, callers);
      }
      metrics(ground);
      bench.add(MemoryFigure.of(ground));
      if (records > Layout.SMALL && records <= BenchmarkRun.MOST_SPREAD) {
        textInSmallScopes(bench.ground(Layout.SCOPES_OF_1000, records));
      }
    }
  }

  private void measure(Ground ground, int callers) {
    Calling calling = new Calling(ground, callers);
    try (Served served = new Served(ground.engine(), callers)) {
      for (ScopeQueries questions : List.of(ScopeQueries.values())) {
        add("retrieve " + questions.word(), ground, callers, calling.retrieve(questions));
        add(
            "retrieve " + questions.word(),
            ground,
            callers,
            calling.retrieve(questions, served),
            "grpc");
      }
      add("retrieve by id", ground, callers, calling.byId());
      add("retrieve by id", ground, callers, calling.byId(served), "grpc");
    }
  }

  private void metrics(Ground ground) {
    add("metrics", ground, 1, (caller, n) -> ground.engine().metrics().snapshot());
  }

  private void textInSmallScopes(Ground ground) {
    Calling calling = new Calling(ground, 1);
    add("retrieve text", ground, 1, calling.retrieve(ScopeQueries.TEXT));
  }

  private void add(String name, Ground ground, int callers, Callers.Call call) {
    add(name, ground, callers, call, "in process");
  }

  private void add(String name, Ground ground, int callers, Callers.Call call, String door) {
    bench.add(Figure.of(name, ground, door, callers).with(bench.warm(callers, call)));
  }
}
