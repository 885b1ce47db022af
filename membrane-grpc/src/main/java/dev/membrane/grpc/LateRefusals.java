package dev.membrane.grpc;

import dev.membrane.protocol.DaemonThreads;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Refuses calls after a delay, without blocking a thread meanwhile. Thread-safe. */
final class LateRefusals implements AutoCloseable {

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(new DaemonThreads("grpc-refusals"));

  /**
   * Refuses a call after a while.
   *
   * @param call one that may be closed by any thread, and whose first end counts
   */
  void refuse(ServerCall<?, ?> call, Duration delay, Status refusal) {
    var unused =
        timer.schedule(
            () -> call.close(refusal, new Metadata()), delay.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
