package dev.membrane.benchmarks;

import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import io.grpc.ManagedChannel;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** A server in a process of its own, and a connection for each caller. For use by one thread. */
final class CalledServer implements AutoCloseable {

  private static final double NANOS_PER_MICRO = 1e3;

  private final ServerProcess process;
  private final List<ManagedChannel> channels;
  private final List<MembraneServiceBlockingStub> stubs;
  private Duration before;
  private int calls;
  private int callsBefore;

  CalledServer(ProcessBuilder server, int callers) {
    process = ServerProcess.start(server);
    channels = Stream.generate(process::channel).limit(callers).toList();
    stubs = channels.stream().map(MembraneServiceGrpc::newBlockingStub).toList();
    before = process.processorTime();
  }

  /** Has callers send each request once, in equal parts. */
  <T> void send(
      int callers, List<T> requests, BiConsumer<MembraneServiceBlockingStub, ? super T> call) {
    int share = requests.size() / callers;
    calls +=
        new Callers(callers)
            .calls(
                requests.size(),
                (caller, n) -> call.accept(stubs.get(caller), requests.get(caller * share + n)))
            .calls();
  }

  /** Microseconds of the server's processors for each call since this was asked last. */
  double processor() {
    Duration now = process.processorTime();
    double micros = now.minus(before).toNanos() / NANOS_PER_MICRO / (calls - callsBefore);
    before = now;
    callsBefore = calls;
    return micros;
  }

  /** How many there were from the start on. */
  int calls() {
    return calls;
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    process.close();
  }
}
