package dev.membrane.grpc;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Refuses calls a while later, without a thread that waits. Few may wait so, as each has a place
 * among the calls under way; a place is free again when the while is over, also if the caller has
 * left. Thread-safe.
 */
final class LateRefusals implements AutoCloseable {

  static final Duration DELAY = Duration.ofSeconds(1);

  private static final int MAX_WAITING = 64;
  private static final int MAX_OF_ADDRESS = 8;

  private final AddressShares places = new AddressShares(MAX_WAITING, MAX_OF_ADDRESS);
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(new DaemonThreads("grpc-refusals"));

  /**
   * Refuses a call after {@link #DELAY}, or at once where too many wait already.
   *
   * @param call one that may be closed by any thread, and whose first end counts
   * @param later what the caller is told after the delay
   * @param now what the caller is told at once
   */
  <Q> Listener<Q> refuse(ServerCall<Q, ?> call, String address, Status later, Status now) {
    if (places.take(address)) {
      var unused =
          timer.schedule(() -> end(call, address, later), DELAY.toMillis(), TimeUnit.MILLISECONDS);
    } else {
      call.close(now, new Metadata());
    }
    return new Listener<>() {};
  }

  private void end(ServerCall<?, ?> call, String address, Status refusal) {
    places.give(address);
    call.close(refusal, new Metadata());
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
