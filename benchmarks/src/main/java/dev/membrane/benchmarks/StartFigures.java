package dev.membrane.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * From the start of a server's process to its first answer, compared with that of a server that
 * does nothing with the same libraries, and the memory it takes by then.
 */
final class StartFigures {

  private static final double MIB = 1 << 20;

  /** Seconds that the bounds allow on a quiet machine. */
  private static final double AT_MOST = 1;

  private static final double AT_MOST_ARCHIVED = 0.6;

  private static final double RATIO_AT_MOST_ARCHIVED = 1.25;

  private final BenchmarkRun bench;
  private final Program program;

  StartFigures(BenchmarkRun bench) {
    this.bench = bench;
    this.program = new Program(bench.settings().server());
  }

  void measure() {
    measure(bench.smallest());
    if (bench.largest() > bench.smallest()) {
      measure(bench.largest());
    }
  }

  private void measure(long records) {
    try (BareLibraries bare = new BareLibraries(program.libraries())) {
      measure(records, bare, false);
      if (program.packed() != null) {
        // Left to itself, a packed server makes it in the background, during the next starts.
        program.run(List.of("make-archive"), Map.of());
        measure(records, bare, true);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void measure(long records, BareLibraries bare, boolean isArchived) {
    BenchmarkStore loaded = bench.loaded(Layout.ONE_SCOPE, records);
    String how = isArchived ? " with an archive" : "";
    Figure figure = Figure.of("start to first answer" + how, loaded, "grpc", 1);
    Figure ratio = Figure.of("ratio: start" + how + " to bare libraries", loaded, "grpc", 1);
    Path file = loaded.file();
    bench.release(loaded);
    FirstAnswer.of(server(file, isArchived));
    FirstAnswer.of(bare.server(isArchived));
    List<FirstAnswer> starts = new ArrayList<>();
    PairedMedians turns =
        PairedMedians.of(
            bench.settings().turns(),
            () -> {
              starts.add(FirstAnswer.of(server(file, isArchived)));
              return starts.get(starts.size() - 1).seconds();
            },
            () -> FirstAnswer.of(bare.server(isArchived)).seconds());
    bench.add(
        figure
            .with("starts", starts.size())
            .with("packed", program.packed() != null)
            .with("seconds", median(starts, FirstAnswer::seconds))
            .with("seconds_at_most", isArchived ? AT_MOST_ARCHIVED : AT_MOST)
            .with("resident_mib", median(starts, start -> start.residentBytes() / MIB)));
    ratio.with(turns, "seconds");
    bench.add(isArchived ? ratio.atMost(RATIO_AT_MOST_ARCHIVED) : ratio);
  }

  private static double median(List<FirstAnswer> starts, ToDoubleFunction<FirstAnswer> of) {
    return PairedMedians.median(starts.stream().map(start -> of.applyAsDouble(start)).toList());
  }

  private ProcessBuilder server(Path file, boolean isArchived) {
    ProcessBuilder builder =
        program.with(List.of("--db", file.toString(), "--addr", "127.0.0.1:0"));
    builder.environment().put("MEMBRANE_HTTP_ADDR", "127.0.0.1:0");
    if (!isArchived) {
      builder.environment().put("MEMBRANE_CACHE", "");
    }
    return builder;
  }
}
