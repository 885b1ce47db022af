package dev.membrane.benchmarks;

import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.RetrieveRequest;
import io.grpc.ManagedChannel;

/**
 * A server's process from its start to its first answer.
 *
 * @param seconds how long that took
 * @param residentBytes the memory it held by then
 */
record FirstAnswer(double seconds, long residentBytes) {

  private static final RetrieveRequest TEN =
      Messages.of(ScopeQueries.SALIENCE_ALL.in(Layout.ONE_SCOPE.scopeOf(0), new Corpus(0)));

  /** Starts a server that prints where it listens, asks it, and ends it. */
  static FirstAnswer of(ProcessBuilder builder) {
    long begin = System.nanoTime();
    try (ServerProcess server = ServerProcess.start(builder)) {
      ManagedChannel channel = server.channel();
      try {
        MembraneServiceGrpc.newBlockingStub(channel).retrieve(TEN);
        return new FirstAnswer((System.nanoTime() - begin) / 1e9, server.residentBytes());
      } finally {
        channel.shutdownNow();
      }
    }
  }
}
