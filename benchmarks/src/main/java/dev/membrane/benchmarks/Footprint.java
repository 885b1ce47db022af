package dev.membrane.benchmarks;

import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.RetrieveRequest;
import io.grpc.ManagedChannel;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The memory that a server's process holds, and how fast it is meanwhile.
 *
 * @param idleBytes some seconds after the start
 * @param workedBytes after ingests and reads
 * @param ingests a second
 * @param reads a second
 */
record Footprint(long idleBytes, long workedBytes, double ingests, double reads) {

  static final int CALLERS = 32;

  /** After which a start is over. */
  private static final long SETTLED_MILLIS = 3_000;

  /** Starts a server with a new store, works it, and ends it. */
  static Footprint of(ProcessBuilder builder, int ingests, int reads) {
    try (ServerProcess server = ServerProcess.start(builder)) {
      Thread.sleep(SETTLED_MILLIS);
      long idle = server.residentBytes();
      List<ManagedChannel> channels = Stream.generate(server::channel).limit(CALLERS).toList();
      try {
        List<MembraneServiceBlockingStub> stubs =
            channels.stream().map(MembraneServiceGrpc::newBlockingStub).toList();
        double written = new Callers(CALLERS).calls(ingests, ingest(stubs)).rate();
        double read = new Callers(CALLERS).calls(reads, retrieve(stubs)).rate();
        return new Footprint(idle, server.residentBytes(), written, read);
      } finally {
        channels.forEach(ManagedChannel::shutdownNow);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while measuring", stop);
    }
  }

  private static Callers.MeasuredCall ingest(List<MembraneServiceBlockingStub> stubs) {
    List<Corpus> corpora = IntStream.range(0, stubs.size()).mapToObj(Corpus::new).toList();
    return (caller, n) ->
        stubs
            .get(caller)
            .ingestObservation(Messages.of(corpora.get(caller).observation(scope(caller + n))));
  }

  /** Every other question has words. */
  private static Callers.MeasuredCall retrieve(List<MembraneServiceBlockingStub> stubs) {
    List<Corpus> corpora = IntStream.range(0, stubs.size()).mapToObj(Corpus::new).toList();
    return (caller, n) -> {
      ScopeQueries questions = n % 2 == 0 ? ScopeQueries.TEXT : ScopeQueries.SALIENCE_ALL;
      RetrieveRequest request =
          Messages.of(questions.in(scope(caller + n / 2), corpora.get(caller)));
      stubs.get(caller).retrieve(request);
    };
  }

  private static String scope(int n) {
    return "scope:" + n % 8;
  }
}
