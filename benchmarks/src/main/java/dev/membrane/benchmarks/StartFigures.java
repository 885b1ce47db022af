package dev.membrane.benchmarks;

import dev.membrane.grpc.v1.GetMetricsRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import io.grpc.ManagedChannel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** From the start of a server's process to its first answer, and the memory it takes by then. */
final class StartFigures {

  private static final double MIB = 1 << 20;

  private final Bench bench;

  StartFigures(Bench bench) {
    this.bench = bench;
  }

  private record Start(double seconds, long residentBytes) {}

  void measure() {
    measure(bench.smallest());
    if (bench.largest() > bench.smallest()) {
      measure(bench.largest());
    }
  }

  private void measure(long records) {
    Ground ground = bench.ground(Layout.ONE_SCOPE, records);
    Figure figure = Figure.of("start to first answer", ground, "grpc", 1);
    Path file = ground.file();
    bench.release(ground);
    start(file);
    List<Start> starts = new ArrayList<>();
    for (int turn = 0; turn < bench.settings().turns(); turn++) {
      starts.add(start(file));
    }
    bench.add(
        figure
            .with("starts", starts.size())
            .with("packed", bench.settings().server() != null)
            .with("seconds", median(starts, Start::seconds))
            .with("seconds_at_most", 1)
            .with("resident_mib", median(starts, start -> start.residentBytes() / MIB)));
  }

  private static double median(List<Start> starts, ToDoubleFunction<Start> of) {
    return Turns.median(starts.stream().map(start -> of.applyAsDouble(start)).toList());
  }

  private Start start(Path file) {
    long begin = System.nanoTime();
    Process process = process(file);
    try (BufferedReader lines = process.inputReader()) {
      int port = Served.port(String.valueOf(lines.readLine()));
      ManagedChannel channel = Served.channel(port);
      try {
        MembraneServiceGrpc.newBlockingStub(channel)
            .getMetrics(GetMetricsRequest.getDefaultInstance());
        double seconds = (System.nanoTime() - begin) / 1e9;
        return new Start(
            seconds, MemoryFigure.resident(Path.of("/proc/" + process.pid() + "/status")));
      } finally {
        channel.shutdownNow();
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } finally {
      process.destroy();
      process.onExit().join();
    }
  }

  private Process process(Path file) {
    Path server = bench.settings().server();
    List<String> command =
        new ArrayList<>(server == null ? unpacked() : List.of(server.toString()));
    command.addAll(List.of("--db", file.toString(), "--addr", "127.0.0.1:0"));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("MEMBRANE"));
    builder.environment().put("MEMBRANED_JAVA_OPTS", "-Xmx512m");
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    try {
      return builder.start();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static List<String> unpacked() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseParallelGC",
        "-Xmx512m",
        "-cp",
        System.getProperty("java.class.path"),
        "dev.membrane.server.Membraned");
  }
}
