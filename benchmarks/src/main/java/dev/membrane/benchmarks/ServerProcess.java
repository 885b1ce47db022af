package dev.membrane.benchmarks;

import io.grpc.ManagedChannel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;

/** A server in a process of its own, which ends when this is closed. */
final class ServerProcess implements AutoCloseable {

  private final Process process;
  private final BufferedReader lines;
  private final int port;

  private ServerProcess(Process process) throws IOException {
    this.process = process;
    this.lines = process.inputReader();
    this.port = port(lines);
  }

  /** Starts a server that prints where it listens. */
  static ServerProcess start(ProcessBuilder server) {
    server.redirectError(ProcessBuilder.Redirect.DISCARD);
    try {
      return new ServerProcess(server.start());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** A new connection, to be shut down. */
  ManagedChannel channel() {
    return Served.channel(port);
  }

  /** The memory that it holds. */
  long residentBytes() {
    return MemoryFigure.resident(Path.of("/proc/" + process.pid() + "/status"));
  }

  /** What it used of the processors so far; its clock goes on every hundredth of a second. */
  Duration processorTime() {
    return process.info().totalCpuDuration().orElseThrow();
  }

  /** What the compilers in it used of that. */
  Duration compilerTime() {
    return CompilerTime.of(process.pid());
  }

  /** Logging may have something to say before. */
  private static int port(BufferedReader lines) throws IOException {
    String line = lines.readLine();
    while (line != null && !line.contains("grpc on ")) {
      line = lines.readLine();
    }
    return Served.port(String.valueOf(line));
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
    try {
      lines.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
