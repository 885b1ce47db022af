package dev.membrane.benchmarks;

import dev.membrane.grpc.v1.MembraneServiceGrpc;
import io.grpc.MethodDescriptor;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A server that sends the trace of each call beside one that sends none. Both are processes of
 * their own, so that neither callers nor whoever takes the traces count.
 */
final class TracingFigures {

  private static final int MANY = 32;
  private static final int CALLS = 6_400;
  private static final int MOST = 20_000;
  private static final double AT_MOST = 1.03;

  private final BenchmarkRun bench;
  private final long records;
  private final long calls;
  private final Corpus corpus = new Corpus(2);

  TracingFigures(BenchmarkRun bench) {
    this.bench = bench;
    this.records = Math.min(bench.largest(), MOST);
    this.calls = Math.min(records, CALLS);
  }

  /** Calls of one kind; in each turn both servers are given the same. */
  private interface Calls {
    void on(List<CalledServer> inTurns);
  }

  private record Measured(Figure figure, MethodDescriptor<?, ?> method) {}

  void measure() throws SQLException {
    try (Site one = new SqliteSite(bench.settings().folder(), "membrane_one");
        Site other = new SqliteSite(bench.settings().folder(), "membrane_other");
        TraceSink sink = new TraceSink()) {
      Side.fill(one, other, records);
      List<Measured> measured;
      try (CalledServer traced = new CalledServer(server(one, sink.variables()), MANY);
          CalledServer plain = new CalledServer(server(other, Map.of()), MANY)) {
        measured =
            List.of(
                new Measured(
                    ratio("retrieve text", one, 1, traced, plain, this::ask),
                    MembraneServiceGrpc.getRetrieveMethod()),
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
      String what, Site site, int callers, CalledServer traced, CalledServer plain, Calls calls)
      throws SQLException {
    int before = traced.calls();
    PairedMedians turns = turns(traced, plain, calls);
    return Figure.of(
            "ratio: " + what + ", traced to not", site, Side.LAYOUT, records, "grpc", callers)
        .with(turns, "processor_us")
        .with("traced_calls", traced.calls() - before)
        .atMost(AT_MOST);
  }

  private void ask(List<CalledServer> inTurns) {
    var questions =
        Stream.generate(() -> Side.LAYOUT.scopeOf(corpus.below(100)))
            .map(scope -> Messages.of(ScopeQueries.TEXT.in(scope, corpus)))
            .limit(calls)
            .toList();
    inTurns.forEach(server -> server.send(1, questions, (stub, asked) -> stub.retrieve(asked)));
  }

  private void tell(List<CalledServer> inTurns) {
    var facts = Work.facts(corpus, MANY, calls).stream().map(Messages::of).toList();
    inTurns.forEach(
        server -> server.send(MANY, facts, (stub, fact) -> stub.ingestObservation(fact)));
  }

  private PairedMedians turns(CalledServer traced, CalledServer plain, Calls calls) {
    // When the compiler of another process has done its part is not seen from here.
    long end = System.nanoTime() + bench.settings().warmUp().most().toNanos();
    do {
      calls.on(List.of(traced, plain));
    } while (System.nanoTime() < end);
    traced.processor();
    plain.processor();
    List<Double> ofTraced = new ArrayList<>();
    List<Double> ofPlain = new ArrayList<>();
    for (int turn = 0; turn < bench.settings().turns(); turn++) {
      calls.on(turn % 2 == 0 ? List.of(traced, plain) : List.of(plain, traced));
      ofTraced.add(traced.processor());
      ofPlain.add(plain.processor());
    }
    return PairedMedians.of(ofTraced, ofPlain);
  }

  private ProcessBuilder server(Site site, Map<String, String> telemetry) {
    ProcessBuilder builder =
        new Program(bench.settings().server()).with(List.of("--addr", "127.0.0.1:0"));
    builder.environment().put("MEMBRANE_HTTP_ADDR", "127.0.0.1:0");
    builder.environment().putAll(site.settings());
    builder.environment().putAll(telemetry);
    return builder;
  }
}
