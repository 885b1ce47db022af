package dev.membrane.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The memory that this process holds, the caches of every store that it has open among it. */
final class MemoryFigure {

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String RESIDENT = "VmRSS:";

  private MemoryFigure() {}

  static Figure of(BenchmarkStore loaded) {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return Figure.of("memory", loaded, "in process", 0)
        .with("heap_used_bytes", runtime.totalMemory() - runtime.freeMemory())
        .with("resident_bytes", resident(STATUS));
  }

  /** The resident set of a process by its status file; 0 where there is no such file. */
  static long resident(Path status) {
    if (!Files.exists(status)) {
      return 0;
    }
    try {
      return Files.readAllLines(status).stream()
          .filter(line -> line.startsWith(RESIDENT))
          .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
