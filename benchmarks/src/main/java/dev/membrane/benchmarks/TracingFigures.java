package dev.membrane.benchmarks;

import dev.membrane.benchmarks.CalledServer.Spent;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import io.grpc.MethodDescriptor;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A server that sends the trace of each call, compared with one that sends none. Both are processes
 * of their own, so that neither callers nor whoever takes the traces count. Nor do the compilers in
 * them: a server that runs on has compiled what it calls.
 */
final class TracingFigures {

  private static final int MANY = 32;
  private static final int CALLS = 6_400;
  private static final int MAX = 20_000;

  /** Servers take turns so often that other work on the machine disturbs them alike. */
  private static final int PORTIONS = 10;

  /** Where few records are only tried out: so many that each server begins as often. */
  private static final int FEWEST_PORTIONS = 4;

  /** The share of its time for which a compiler may still be busy. */
  private static final double LITTLE = 0.05;

  private static final double AT_MOST = 1.03;

  private final BenchmarkRun bench;
  private final long records;
  private final int portions;
  private final long portion;
  private final Corpus corpus = new Corpus(2);

  TracingFigures(BenchmarkRun bench) {
    this.bench = bench;
    this.records = Math.min(bench.largest(), MAX);
    long calls = Math.min(records, CALLS);
    this.portions = (int) Math.max(Math.min(calls / MANY, PORTIONS), FEWEST_PORTIONS);
    this.portion = Math.max(calls / portions, MANY);
  }

  /** A portion of calls of one kind; both servers are given the same. */
  private interface TimedCalls {
    void on(List<CalledServer> inTurns);
  }

  private record Measured(Figure figure, MethodDescriptor<?, ?> method) {}

  void measure() throws SQLException {
    try (Site one = new SqliteSite(bench.settings().folder(), "membrane_one");
        Site other = new SqliteSite(bench.settings().folder(), "membrane_other");
        TraceSink sink = new TraceSink()) {
      List<String> ids = Side.fill(one, other, records);
      List<Measured> measured;
      try (CalledServer traced = new CalledServer(server(one, sink.variables()), MANY);
          CalledServer plain = new CalledServer(server(other, Map.of()), MANY)) {
        measured =
            List.of(
                new Measured(
                    ratio("retrieve text", one, 1, traced, plain, this::ask),
                    MembraneServiceGrpc.getRetrieveMethod()),
                new Measured(
                    ratio("retrieve by id", one, 1, traced, plain, servers -> look(servers, ids)),
                    MembraneServiceGrpc.getRetrieveByIDMethod()),
                new Measured(
                    ratio("ingest", one, MANY, traced, plain, this::tell),
                    MembraneServiceGrpc.getIngestObservationMethod()));
      }
      // A server that has ended has sent what waited.
      for (Measured each : measured) {
        int received = sink.calls(each.method().getFullMethodName());
        bench.add(each.figure().with("received_traces", received));
      }
    }
  }

  private Figure ratio(
      String what,
      Site site,
      int callers,
      CalledServer traced,
      CalledServer plain,
      TimedCalls calls)
      throws SQLException {
    int before = traced.calls();
    warmUp(traced, plain, calls);
    List<Spent> ofTraced = new ArrayList<>();
    List<Spent> ofPlain = new ArrayList<>();
    for (int turn = 0; turn < bench.settings().turns(); turn++) {
      turn(traced, plain, calls);
      ofTraced.add(traced.spent());
      ofPlain.add(plain.spent());
    }
    return Figure.of(
            "ratio: " + what + ", traced to not", site, Side.LAYOUT, records, "grpc", callers)
        .with(PairedMedians.of(ofTraced, ofPlain, Spent::working), "processor_us")
        .with("compiling_one", mean(ofTraced, Spent::compiling))
        .with("compiling_other", mean(ofPlain, Spent::compiling))
        .with("ratio_of_all", mean(ofTraced, Spent::all) / mean(ofPlain, Spent::all))
        .with("traced_calls", traced.calls() - before)
        .atMost(AT_MOST);
  }

  private static double mean(List<Spent> turns, ToDoubleFunction<Spent> of) {
    return turns.stream().mapToDouble(of).average().orElseThrow();
  }

  private void ask(List<CalledServer> inTurns) {
    var questions =
        Stream.generate(() -> Side.LAYOUT.scopeOf(corpus.below(100)))
            .map(scope -> Messages.of(ScopeQueries.TEXT.in(scope, corpus)))
            .limit(portion)
            .toList();
    inTurns.forEach(server -> server.send(1, questions, (stub, asked) -> stub.retrieve(asked)));
  }

  private void look(List<CalledServer> inTurns, List<String> ids) {
    var requests =
        Stream.generate(() -> Messages.byId(ids.get(corpus.below(ids.size()))))
            .limit(portion)
            .toList();
    inTurns.forEach(server -> server.send(1, requests, (stub, id) -> stub.retrieveByID(id)));
  }

  private void tell(List<CalledServer> inTurns) {
    var facts = Work.facts(corpus, MANY, portion).stream().map(Messages::of).toList();
    inTurns.forEach(
        server -> server.send(MANY, facts, (stub, fact) -> stub.ingestObservation(fact)));
  }

  /** Calls both until their compilers have little left to do. */
  private void warmUp(CalledServer traced, CalledServer plain, TimedCalls calls) {
    long end = System.nanoTime() + bench.settings().warmUp().most().toNanos();
    double busy;
    do {
      turn(traced, plain, calls);
      busy = Math.max(compiling(traced.spent()), compiling(plain.spent()));
    } while (busy > LITTLE && System.nanoTime() < end);
  }

  private static double compiling(Spent spent) {
    return spent.compiling() / spent.all();
  }

  private void turn(CalledServer traced, CalledServer plain, TimedCalls calls) {
    for (int n = 0; n < portions; n++) {
      calls.on(n % 2 == 0 ? List.of(traced, plain) : List.of(plain, traced));
    }
  }

  private ProcessBuilder server(Site site, Map<String, String> telemetry) {
    ProcessBuilder builder =
        new Program(bench.settings().server()).with(List.of("--addr", "127.0.0.1:0"));
    builder.environment().put("MEMBRANE_HTTP_ADDR", "127.0.0.1:0");
    builder.environment().put("JAVA_TOOL_OPTIONS", CompilerTime.KEPT);
    builder.environment().putAll(site.settings());
    builder.environment().putAll(telemetry);
    return builder;
  }
}
