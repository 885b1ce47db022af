package dev.membrane.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The memory that a server with its own options holds, idle and after work. */
final class FootprintFigures {

  private static final double MIB = 1 << 20;
  private static final double IDLE_AT_MOST = 90;
  private static final double WORKED_AT_MOST = 220;

  private final BenchmarkRun bench;
  private final Program program;

  FootprintFigures(BenchmarkRun bench) {
    this.bench = bench;
    this.program = new Program(bench.settings().server());
  }

  void measure() {
    if (program.packed() != null) {
      program.run(List.of("make-archive"), Map.of());
    }
    List<Footprint> all = new ArrayList<>();
    for (int turn = 0; turn < bench.settings().turns(); turn++) {
      all.add(once());
    }
    bench.add(
        Figure.of("memory of a server", "grpc", Footprint.CALLERS)
            .with("packed", program.packed() != null)
            .with("ingests", bench.settings().ingests())
            .with("reads", bench.settings().ingests() / 2)
            .with("idle_mib", median(all, one -> one.idleBytes() / MIB))
            .with("idle_mib_at_most", IDLE_AT_MOST)
            .with("worked_mib", median(all, one -> one.workedBytes() / MIB))
            .with("worked_mib_at_most", WORKED_AT_MOST)
            .with("ingests_per_second", median(all, Footprint::ingests))
            .with("reads_per_second", median(all, Footprint::reads)));
  }

  private Footprint once() {
    try (TemporaryFolder folder = new TemporaryFolder()) {
      Path file = folder.path().resolve("footprint.db");
      ProcessBuilder server =
          program.with(List.of("--db", file.toString(), "--addr", "127.0.0.1:0"));
      server.environment().put("MEMBRANE_HTTP_ADDR", "127.0.0.1:0");
      server.environment().remove("MEMBRANE_JAVA_OPTS");
      int ingests = bench.settings().ingests();
      return Footprint.of(server, ingests, ingests / 2);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static double median(List<Footprint> all, ToDoubleFunction<Footprint> of) {
    return PairedMedians.median(all.stream().map(one -> of.applyAsDouble(one)).toList());
  }
}
