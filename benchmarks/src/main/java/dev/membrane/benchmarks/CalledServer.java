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
  private Duration processors;
  private Duration compilers;
  private int calls;
  private int callsBefore;

  CalledServer(ProcessBuilder server, int callers) {
    process = ServerProcess.start(server);
    channels = Stream.generate(process::channel).limit(callers).toList();
    stubs = channels.stream().map(MembraneServiceGrpc::newBlockingStub).toList();
    processors = process.processorTime();
    compilers = process.compilerTime();
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

  /**
   * What a call took of the server's processors, in microseconds.
   *
   * @param working without its compilers
   * @param compiling of its compilers, which are busy only until they have compiled what is called
   */
  record Spent(double working, double compiling) {

    double all() {
      return working + compiling;
    }
  }

  /** What calls took since this was asked last. */
  Spent spent() {
    Duration processorsNow = process.processorTime();
    Duration compilersNow = process.compilerTime();
    double all = aCall(processorsNow.minus(processors));
    double compiling = aCall(compilersNow.minus(compilers));
    processors = processorsNow;
    compilers = compilersNow;
    callsBefore = calls;
    return new Spent(all - compiling, compiling);
  }

  private double aCall(Duration used) {
    return used.toNanos() / NANOS_PER_MICRO / (calls - callsBefore);
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
