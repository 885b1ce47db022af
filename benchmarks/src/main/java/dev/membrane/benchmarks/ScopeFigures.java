package dev.membrane.benchmarks;

import java.sql.SQLException;

/**
 * Retrieval from one scope of a thousand records, of a store of many compared with a store of few,
 * on each backend: by salience, by words, and by words and vectors, which are made up.
 */
final class ScopeFigures {

  private final BenchmarkRun bench;

  ScopeFigures(BenchmarkRun bench) {
    this.bench = bench;
  }

  void measure() throws SQLException {
    for (Site.Backend backend : bench.backends()) {
      measure(backend);
    }
  }

  private void measure(Site.Backend backend) throws SQLException {
    Layout layout = Layout.EMBEDDED_SCOPES_OF_1000;
    long most = Math.min(bench.largest(), BenchmarkRun.MAX_SPREAD);
    try (Site site = backend.site("membrane_many");
        Site other = backend.site("membrane_few");
        Filled many = new Filled(bench, site, layout, most);
        Filled few = new Filled(bench, other, layout, bench.smallest())) {
      add("salience_all", many, few, ScopeQueries.SALIENCE_ALL, false);
      add("text", many, few, ScopeQueries.TEXT, false);
      add("text and vectors", many, few, ScopeQueries.TEXT, true);
    }
  }

  private void add(String what, Filled many, Filled few, ScopeQueries questions, boolean byMeaning)
      throws SQLException {
    Callers.MeasuredCall ofMany = many.retrieve(questions, byMeaning);
    Callers.MeasuredCall ofFew = few.retrieve(questions, byMeaning);
    bench.warm(1, ofMany);
    bench.warm(1, ofFew);
    PairedMedians turns =
        PairedMedians.of(
            bench.settings().turns(),
            () -> bench.spell(1, ofMany).percentile(0.95),
            () -> bench.spell(1, ofFew).percentile(0.95));
    bench.add(
        many.figure("ratio: retrieve " + what + " in a scope of 1000, p95, large store to small")
            .with("other_records", few.records())
            .with(turns, "p95_ms")
            .atMost(3));
  }
}
