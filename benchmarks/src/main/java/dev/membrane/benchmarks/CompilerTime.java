package dev.membrane.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** What the compilers in a Java process used of the processors, as Linux counts it by thread. */
final class CompilerTime {

  /** Without it compilers end that have nothing to do, and what they used is no longer told. */
  static final String KEPT = "-XX:-UseDynamicNumberOfCompilerThreads";

  /** In the name of each of their threads. */
  private static final String NAME = "Compiler";

  private CompilerTime() {}

  /** Zero where the system does not tell. */
  static Duration of(long process) {
    Path threads = Path.of("/proc/" + process + "/task");
    if (!Files.isDirectory(threads)) {
      return Duration.ZERO;
    }
    try (Stream<Path> all = Files.list(threads)) {
      return Duration.ofNanos(
          all.filter(thread -> read(thread.resolve("comm")).contains(NAME))
              .mapToLong(CompilerTime::nanos)
              .sum());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static long nanos(Path thread) {
    String used = read(thread.resolve("schedstat")).split(" ", 2)[0];
    return used.isEmpty() ? 0 : Long.parseLong(used);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException ended) {
      return "";
    }
  }
}
