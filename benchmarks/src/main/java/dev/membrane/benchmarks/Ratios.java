package dev.membrane.benchmarks;

import dev.membrane.RetrieveRequest;
import dev.membrane.store.sqlite.CommitStatistics;
import java.util.ArrayList;
import java.util.List;

/** What Membrane claims: quotients of two figures that were measured in turns. */
final class Ratios {

  private static final int MANY = 32;

  private final BenchmarkRun bench;

  Ratios(BenchmarkRun bench) {
    this.bench = bench;
  }

  void measure() {
    BenchmarkStore small = bench.loaded(Layout.ONE_SCOPE, bench.smallest());
    BenchmarkStore large = bench.loaded(Layout.ONE_SCOPE, bench.largest());
    ScopeQueries.bySalience().forEach(questions -> salience(questions, small, large));
    salienceBesideEcho(large, 1);
    salienceBesideEcho(large, MANY);
    textOverAllScopes();
    long stored = Math.min(bench.largest(), BenchmarkRun.MAX_SPREAD);
    BenchmarkStore spread = bench.loaded(Layout.SCOPES_OF_1000, stored);
    textOfSmallScope(bench.loaded(Layout.ONE_SCOPE, bench.smallest()), spread);
    textOfLargeScope(bench.loaded(Layout.ONE_SCOPE, stored));
    byIdBesideEcho(small, 1);
    byIdBesideEcho(small, MANY);
    ingestOfMany(small);
    ingestAtSize(bench.loaded(Layout.ONE_SCOPE, Math.min(bench.largest(), 10_000)), large);
    bench.add(new StoreBesideJdbc(bench).figure());
    new RawRatios(bench).measure();
  }

  private void salience(ScopeQueries questions, BenchmarkStore small, BenchmarkStore large) {
    PairedMedians turns =
        p50InTurns(
            new Calling(large, 1).retrieve(questions), new Calling(small, 1).retrieve(questions));
    bench.add(
        Figure.of(
                "ratio: retrieve " + questions.word() + ", large store to small",
                large,
                "in process",
                1)
            .with("other_records", small.records())
            .with(turns, "p50_ms")
            .atMost(3));
  }

  private void salienceBesideEcho(BenchmarkStore loaded, int callers) {
    try (Served served = new Served(loaded.engine(), callers);
        Echo echo = new Echo(callers)) {
      Callers.MeasuredCall call =
          new Calling(loaded, callers).retrieve(ScopeQueries.SALIENCE_ALL, served);
      RetrieveRequest one = ScopeQueries.SALIENCE_ALL.in(loaded.layout().scopeOf(0), new Corpus(0));
      byte[] answer = served.stub(0).retrieve(Messages.of(one)).toByteArray();
      bench.warm(callers, call);
      bench.add(besideEcho("an empty call", loaded, callers, call, echo, new byte[0]).atMost(2));
      bench.add(besideEcho("an echo of its answer", loaded, callers, call, echo, answer));
    }
  }

  private Figure besideEcho(
      String what,
      BenchmarkStore loaded,
      int callers,
      Callers.MeasuredCall call,
      Echo echo,
      byte[] bytes) {
    Callers.MeasuredCall echoing = (caller, n) -> echo.call(caller, bytes);
    bench.warm(callers, echoing);
    PairedMedians turns =
        PairedMedians.of(
            bench.settings().turns(),
            () -> bench.spell(callers, call).p50(),
            () -> bench.spell(callers, echoing).p50());
    return Figure.of("ratio: retrieve salience_all to " + what, loaded, "grpc", callers)
        .with("message_bytes", bytes.length)
        .with(turns, "p50_ms");
  }

  private void textOverAllScopes() {
    BenchmarkStore small = bench.loaded(Layout.A_HUNDRED_SCOPES, Math.min(bench.largest(), 10_000));
    BenchmarkStore large = bench.loaded(Layout.A_HUNDRED_SCOPES, bench.largest());
    Callers.MeasuredCall ofSmall = new Calling(small, 1).retrieveFromAllScopes(ScopeQueries.TEXT);
    Callers.MeasuredCall ofLarge = new Calling(large, 1).retrieveFromAllScopes(ScopeQueries.TEXT);
    bench.warm(1, ofLarge);
    bench.warm(1, ofSmall);
    PairedMedians turns =
        PairedMedians.of(
            bench.settings().turns(),
            () -> bench.spell(1, ofLarge).percentile(0.95),
            () -> bench.spell(1, ofSmall).percentile(0.95));
    bench.add(
        Figure.of("ratio: retrieve text, all scopes, large store to small", large, "in process", 1)
            .with("other_records", small.records())
            .with(turns, "p95_ms")
            .atMost(3));
  }

  private void textOfSmallScope(BenchmarkStore small, BenchmarkStore spread) {
    PairedMedians turns =
        p50InTurns(
            new Calling(spread, 1).retrieve(ScopeQueries.TEXT),
            new Calling(small, 1).retrieve(ScopeQueries.TEXT));
    bench.add(
        Figure.of(
                "ratio: retrieve text in a scope of 1000, large store to small",
                spread,
                "in process",
                1)
            .with("other_records", small.records())
            .with(turns, "p50_ms")
            .atMost(3));
  }

  private void textOfLargeScope(BenchmarkStore loaded) {
    Timings timings = bench.warm(1, new Calling(loaded, 1).retrieve(ScopeQueries.TEXT));
    bench.add(
        Figure.of("retrieve text in one scope", loaded, "in process", 1)
            .with(timings)
            .with("p95_ms_at_most", 100));
  }

  private PairedMedians p50InTurns(Callers.MeasuredCall one, Callers.MeasuredCall other) {
    bench.warm(1, one);
    bench.warm(1, other);
    return PairedMedians.of(
        bench.settings().turns(),
        () -> bench.spell(1, one).p50(),
        () -> bench.spell(1, other).p50());
  }

  private void byIdBesideEcho(BenchmarkStore loaded, int callers) {
    Calling calling = new Calling(loaded, callers);
    try (Served served = new Served(loaded.engine(), callers);
        Echo echo = new Echo(callers)) {
      Callers.MeasuredCall byId = calling.byId(served);
      byte[] record =
          served.stub(0).retrieveByID(Messages.byId(loaded.ids(1, 1).get(0))).toByteArray();
      Callers.MeasuredCall echoing = (caller, n) -> echo.call(caller, record);
      bench.warm(callers, byId);
      bench.warm(callers, echoing);
      PairedMedians turns =
          PairedMedians.of(
              bench.settings().turns(),
              () -> bench.spell(callers, byId).rate(),
              () -> bench.spell(callers, echoing).rate());
      bench.add(
          Figure.of("ratio: retrieve by id to bare echo", loaded, "grpc", callers)
              .with("message_bytes", record.length)
              .with(turns, "per_second")
              .atLeast(0.5));
    }
  }

  private void ingestOfMany(BenchmarkStore loaded) {
    try (Served served = new Served(loaded.engine(), MANY)) {
      Callers.MeasuredCall call = new Calling(loaded, MANY).ingest(served);
      List<Double> perCommit = new ArrayList<>();
      bench.warm(MANY, call);
      PairedMedians turns =
          PairedMedians.of(
              bench.settings().turns(),
              () -> {
                CommitStatistics before = loaded.store().commitStatistics();
                double rate = bench.spell(MANY, call).rate();
                perCommit.add(IngestFigures.perCommit(before, loaded.store().commitStatistics()));
                return rate;
              },
              () -> bench.spell(1, call).rate());
      bench.add(
          Figure.of("ratio: ingest of 32 callers to one", loaded, "grpc", MANY)
              .with(turns, "per_second")
              .atLeast(4)
              .with("ingests_per_commit", PairedMedians.median(perCommit))
              .with("ingests_per_commit_at_least", 8));
    }
  }

  private void ingestAtSize(BenchmarkStore small, BenchmarkStore large) {
    try (Served ofSmall = new Served(small.engine(), MANY);
        Served ofLarge = new Served(large.engine(), MANY)) {
      Callers.MeasuredCall toSmall = new Calling(small, MANY).ingest(ofSmall);
      Callers.MeasuredCall toLarge = new Calling(large, MANY).ingest(ofLarge);
      bench.warm(MANY, toLarge);
      bench.warm(MANY, toSmall);
      PairedMedians turns =
          PairedMedians.of(
              bench.settings().turns(),
              () -> bench.spell(MANY, toLarge).rate(),
              () -> bench.spell(MANY, toSmall).rate());
      bench.add(
          Figure.of("ratio: ingest, large store to small", large, "grpc", MANY)
              .with("other_records", small.records())
              .with(turns, "per_second")
              .atLeast(0.85));
    }
  }
}
