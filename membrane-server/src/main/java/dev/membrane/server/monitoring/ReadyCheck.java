package dev.membrane.server.monitoring;

import dev.membrane.internal.work.DaemonThread;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Finds out within two seconds whether memory can serve. Only one check runs at a time, however
 * many ask, so that a store that hangs blocks one thread at most. Thread-safe.
 */
public final class ReadyCheck implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 2;

  private final Runnable check;
  private static final long IDLE_SECONDS = 10;

  /** One, which ends when nobody asks any more. */
  private final ExecutorService thread =
      new ThreadPoolExecutor(
          0,
          1,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          DaemonThread.named("ready-check"));

  private @Nullable Future<?> underWay;

  /**
   * Checks nothing yet.
   *
   * @param check throws if memory cannot serve
   */
  public ReadyCheck(Runnable check) {
    this.check = check;
  }

  /** What keeps memory from serving; empty if nothing does. */
  public Optional<Throwable> obstacle() {
    try {
      current().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return Optional.empty();
    } catch (ExecutionException refused) {
      return Optional.of(refused.getCause() == null ? refused : refused.getCause());
    } catch (TimeoutException hanging) {
      return Optional.of(hanging);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return Optional.of(stopping);
    }
  }

  private synchronized Future<?> current() {
    Future<?> current = underWay;
    if (current == null || current.isDone()) {
      current = thread.submit(check);
      underWay = current;
    }
    return current;
  }

  /** Interrupts the check under way. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
