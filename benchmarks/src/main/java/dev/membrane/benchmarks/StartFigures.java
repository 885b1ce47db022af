package dev.membrane.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * From the start of a server's process to its first answer, beside that of a server that does
 * nothing with the same libraries, and the memory it takes by then.
 */
final class StartFigures {

  private static final double MIB = 1 << 20;

  /**
   * Seconds that the bounds allow, and seconds that the bare libraries take where they were set.
   */
  private static final double AT_MOST = 1;

  private static final double BARE = 0.85;
  private static final double AT_MOST_ARCHIVED = 0.6;
  private static final double BARE_ARCHIVED = 0.46;

  private final Bench bench;
  private final @Nullable Path packed;

  StartFigures(Bench bench) {
    this.bench = bench;
    this.packed = bench.settings().server();
  }

  void measure() {
    measure(bench.smallest());
    if (bench.largest() > bench.smallest()) {
      measure(bench.largest());
    }
  }

  private void measure(long records) {
    try (BareLibraries bare = new BareLibraries(libraries())) {
      measure(records, bare, false);
      if (packed != null) {
        measure(records, bare, true);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void measure(long records, BareLibraries bare, boolean isArchived) {
    Ground ground = bench.ground(Layout.ONE_SCOPE, records);
    String how = isArchived ? " with an archive" : "";
    Figure figure = Figure.of("start to first answer" + how, ground, "grpc", 1);
    Figure ratio = Figure.of("ratio: start" + how + " to bare libraries", ground, "grpc", 1);
    Path file = ground.file();
    bench.release(ground);
    FirstAnswer.of(server(file, isArchived));
    FirstAnswer.of(bare.server(isArchived));
    List<FirstAnswer> starts = new ArrayList<>();
    Turns turns =
        Turns.of(
            bench.settings().turns(),
            () -> {
              starts.add(FirstAnswer.of(server(file, isArchived)));
              return starts.get(starts.size() - 1).seconds();
            },
            () -> FirstAnswer.of(bare.server(isArchived)).seconds());
    bench.add(
        figure
            .with("starts", starts.size())
            .with("packed", packed != null)
            .with("seconds", median(starts, FirstAnswer::seconds))
            .with("seconds_at_most", isArchived ? AT_MOST_ARCHIVED : AT_MOST)
            .with("resident_mib", median(starts, start -> start.residentBytes() / MIB)));
    bench.add(
        ratio
            .with(turns, "seconds")
            .atMost(isArchived ? AT_MOST_ARCHIVED / BARE_ARCHIVED : AT_MOST / BARE));
  }

  private static double median(List<FirstAnswer> starts, ToDoubleFunction<FirstAnswer> of) {
    return Turns.median(starts.stream().map(start -> of.applyAsDouble(start)).toList());
  }

  /** What the server has on its class path. */
  private String libraries() {
    return packed == null
        ? System.getProperty("java.class.path")
        : packed.toAbsolutePath().resolve("../../lib").normalize() + "/*";
  }

  private ProcessBuilder server(Path file, boolean isArchived) {
    List<String> command =
        new ArrayList<>(packed == null ? unpacked() : List.of(packed.toString()));
    command.addAll(List.of("--db", file.toString(), "--addr", "127.0.0.1:0"));
    ProcessBuilder builder = new ProcessBuilder(command);
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("MEMBRANE"));
    environment.put("MEMBRANED_JAVA_OPTS", "-Xmx512m");
    if (!isArchived) {
      environment.put("MEMBRANED_CACHE", "");
    }
    return builder;
  }

  private List<String> unpacked() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseParallelGC",
        "-Xmx512m",
        "-cp",
        libraries(),
        "dev.membrane.server.Membraned");
  }
}
