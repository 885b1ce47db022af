package dev.membrane.grpc;

import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.protocol.DaemonThreads;
import dev.membrane.server.monitoring.ReadyCheck;
import dev.membrane.spi.store.StoreUnavailableException;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the health service whether the engine can serve. It asks the engine at intervals and not
 * for each health call: health calls need no API key and should cost the store nothing, and a
 * client that watches is notified of changes in this way. A store that hangs counts as one that
 * cannot serve. Thread-safe.
 */
final class Readiness implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Readiness.class);

  private final ReadyCheck ready;
  private final HealthStatusManager health;
  private final ScheduledExecutorService timer;
  private boolean isReady = true;

  /**
   * Says nothing before {@link #start}.
   *
   * @param check throws if the engine cannot serve
   */
  Readiness(Runnable check, HealthStatusManager health) {
    this.ready = new ReadyCheck(check);
    this.health = health;
    this.timer = Executors.newSingleThreadScheduledExecutor(new DaemonThreads("grpc-readiness"));
  }

  /** Checks at once, then after every period. */
  void start(Duration period) {
    check();
    var unused =
        timer.scheduleWithFixedDelay(
            this::check, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Says for good that nothing is served any more. Closing again does nothing. */
  @Override
  public void close() {
    if (!timer.isShutdown()) {
      timer.shutdownNow();
      ready.close();
      health.enterTerminalState();
    }
  }

  private static void log(Throwable obstacle) {
    if (obstacle instanceof StoreUnavailableException lost) {
      LOG.warn("not serving: {}", lost.reason());
    } else if (obstacle instanceof TimeoutException) {
      LOG.warn("not serving: the store does not answer in time");
    } else {
      LOG.warn("not serving", obstacle);
    }
  }

  private void check() {
    Optional<Throwable> obstacle = ready.obstacle();
    if (isReady) {
      obstacle.ifPresent(Readiness::log);
    }
    tell(obstacle.isEmpty());
  }

  private void tell(boolean ready) {
    if (ready && !isReady) {
      LOG.info("serving again");
    }
    isReady = ready;
    ServingStatus status = ready ? ServingStatus.SERVING : ServingStatus.NOT_SERVING;
    health.setStatus(HealthStatusManager.SERVICE_NAME_ALL_SERVICES, status);
    health.setStatus(MembraneServiceGrpc.SERVICE_NAME, status);
  }
}
