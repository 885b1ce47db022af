package dev.membrane.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A folder of files that is deleted when it is closed. */
public record TemporaryFolder(Path path) implements AutoCloseable {

  /** A new one. */
  public TemporaryFolder() throws IOException {
    this(Files.createTempDirectory("membrane-bench-"));
  }

  @Override
  public void close() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(path)) {
      files = all.toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
    Files.delete(path);
  }
}
