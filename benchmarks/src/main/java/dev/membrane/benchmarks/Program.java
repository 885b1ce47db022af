package dev.membrane.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The server's program with a heap of 512 MB.
 *
 * @param packed its script; null: the class path of this process
 */
record Program(@Nullable Path packed) {

  /** A process to be started, of which no setting comes from this one's environment. */
  ProcessBuilder with(List<String> arguments) {
    List<String> command =
        new ArrayList<>(packed == null ? unpacked() : List.of(packed.toString()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("MEMBRANE") || name.startsWith("OTEL_"));
    environment.put("MEMBRANE_JAVA_OPTS", "-Xmx512m");
    return builder;
  }

  /** Runs it to its end, given settings; answers with the seconds that it took. */
  double run(List<String> arguments, Map<String, String> settings) {
    ProcessBuilder builder = with(arguments).redirectErrorStream(true);
    builder.environment().putAll(settings);
    try {
      long begin = System.nanoTime();
      Process process = builder.start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int exit = process.onExit().join().exitValue();
      if (exit != 0) {
        throw new IllegalStateException(String.join(" ", arguments) + " failed: " + said);
      }
      return (System.nanoTime() - begin) / 1e9;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** What the program has on its class path. */
  String libraries() {
    return packed == null
        ? System.getProperty("java.class.path")
        : packed.toAbsolutePath().resolve("../../lib").normalize() + "/*";
  }

  private List<String> unpacked() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseParallelGC",
        "-Xmx512m",
        "-cp",
        libraries(),
        "dev.membrane.server.internal.process.Membraned");
  }
}
