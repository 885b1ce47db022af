package dev.membrane.benchmarks;

import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.RetrieveRequest;
import io.grpc.ManagedChannel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * A server's process from its start to its first answer.
 *
 * @param seconds how long that took
 * @param residentBytes the memory it held by then
 */
record FirstAnswer(double seconds, long residentBytes) {

  private static final RetrieveRequest TEN =
      Messages.of(Questions.SALIENCE_ALL.in(Layout.ONE_SCOPE.scopeOf(0), new Corpus(0)));

  /** Starts a server that prints where it listens, asks it, and ends it. */
  static FirstAnswer of(ProcessBuilder server) {
    server.redirectError(ProcessBuilder.Redirect.DISCARD);
    try {
      long begin = System.nanoTime();
      return of(server.start(), begin);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static FirstAnswer of(Process process, long begin) throws IOException {
    try (BufferedReader lines = process.inputReader()) {
      ManagedChannel channel = Served.channel(port(lines));
      try {
        MembraneServiceGrpc.newBlockingStub(channel).retrieve(TEN);
        double seconds = (System.nanoTime() - begin) / 1e9;
        return new FirstAnswer(
            seconds, MemoryFigure.resident(Path.of("/proc/" + process.pid() + "/status")));
      } finally {
        channel.shutdownNow();
      }
    } finally {
      process.destroy();
      process.onExit().join();
    }
  }

  /** Logging may have something to say before. */
  private static int port(BufferedReader lines) throws IOException {
    String line = lines.readLine();
    while (line != null && !line.contains("grpc on ")) {
      line = lines.readLine();
    }
    return Served.port(String.valueOf(line));
  }
}
