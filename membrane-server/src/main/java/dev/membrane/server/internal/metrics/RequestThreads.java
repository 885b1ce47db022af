package dev.membrane.server.internal.metrics;

import dev.membrane.internal.work.DaemonThread;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for the requests of a server that blocks while it reads and writes. A request that takes
 * longer than its time is interrupted, which closes its connection; where too many are under way,
 * so is the one that began first. Those who stall so keep nobody else from an answer. Thread-safe.
 */
final class RequestThreads implements Executor, AutoCloseable {

  private static final Duration IDLE = Duration.ofMinutes(1);

  private final int most;
  private final Duration time;
  private final ExecutorService threads;
  private final ScheduledExecutorService watch;
  private final Set<RequestTurn> underWay = new LinkedHashSet<>();

  /** A request under way; each is equal to itself only. */
  private static final class RequestTurn {

    private final Thread thread = Thread.currentThread();
  }

  /**
   * Threads that are started as they are needed.
   *
   * @param most requests under way, at least 1; there are at most twice as many threads, and what
   *     comes while none is free is refused
   * @param time of one request, from its first byte to the last of its answer
   * @param name of each thread
   */
  RequestThreads(int most, Duration time, String name) {
    this.most = most;
    this.time = time;
    this.threads =
        new ThreadPoolExecutor(
            0,
            2 * most,
            IDLE.toSeconds(),
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            DaemonThread.named(name));
    this.watch = Executors.newSingleThreadScheduledExecutor(DaemonThread.named(name + "-watch"));
  }

  @Override
  public void execute(Runnable request) {
    threads.execute(() -> run(request));
  }

  private void run(Runnable request) {
    RequestTurn turn = begin();
    try {
      Future<?> limit =
          watch.schedule(() -> interrupt(turn), time.toMillis(), TimeUnit.MILLISECONDS);
      request.run();
      limit.cancel(false);
    } finally {
      end(turn);
    }
  }

  private synchronized RequestTurn begin() {
    RequestTurn turn = new RequestTurn();
    underWay.add(turn);
    if (underWay.size() > most) {
      Iterator<RequestTurn> oldest = underWay.iterator();
      oldest.next().thread.interrupt();
      oldest.remove();
    }
    return turn;
  }

  private synchronized void interrupt(RequestTurn turn) {
    if (underWay.remove(turn)) {
      turn.thread.interrupt();
    }
  }

  /** From here on nobody interrupts the thread, which another request may get. */
  private synchronized void end(RequestTurn turn) {
    underWay.remove(turn);
    // What came too late for this one.
    boolean unused = Thread.interrupted();
  }

  /** Interrupts all requests. */
  @Override
  public void close() {
    threads.shutdownNow();
    watch.shutdownNow();
  }
}
