package dev.membrane.internal.embed;

import dev.membrane.Caller;
import dev.membrane.internal.work.CallsUnderWay;
import dev.membrane.internal.work.DaemonThread;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has calls wait until what is queued is embedded, which begins at once. Thread-safe. */
final class EmbeddingWait implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddingWait.class);

  private static final Duration POLL = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Runnable embedding;
  private final Predicate<Instant> isQueued;
  private final InstantSource clock;
  private final CallsUnderWay calls;
  private final Semaphore waiting = new Semaphore(Runtime.getRuntime().availableProcessors());
  private final AtomicBoolean begun = new AtomicBoolean();
  private final ThreadPoolExecutor thread = thread();
  private volatile @Nullable Thread running;

  /**
   * Nobody waits yet.
   *
   * @param embedding embeds what is queued
   * @param isQueued whether anything is that was at an instant
   */
  EmbeddingWait(
      Runnable embedding, Predicate<Instant> isQueued, InstantSource clock, CallsUnderWay calls) {
    this.embedding = embedding;
    this.isQueued = isQueued;
    this.clock = clock;
    this.calls = calls;
  }

  private static ThreadPoolExecutor thread() {
    return new ThreadPoolExecutor(
        0,
        1,
        PATIENCE.toSeconds(),
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(),
        DaemonThread.named("membrane-embedding"));
  }

  /**
   * Waits until what is queued at the moment is embedded. As many can wait at once as there are
   * processors; a further call does not wait.
   */
  void await(Duration most, Caller caller) {
    if (most.isZero() || !waiting.tryAcquire()) {
      return;
    }
    try {
      calls.waiting(() -> awaitQueued(clock.instant(), System.nanoTime() + most.toNanos(), caller));
    } finally {
      waiting.release();
    }
  }

  private void awaitQueued(Instant asked, long end, Caller caller) {
    while (!thread.isShutdown() && isQueued.test(asked)) {
      begin();
      long left = end - System.nanoTime();
      if (left <= 0) {
        return;
      }
      caller.requireWaiting();
      try {
        TimeUnit.NANOSECONDS.sleep(Math.min(left, POLL.toNanos()));
      } catch (InterruptedException stopping) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void begin() {
    if (begun.compareAndSet(false, true)) {
      try {
        thread.execute(this::runOnce);
      } catch (RejectedExecutionException closing) {
        LOG.debug("closing, so nothing more is embedded", closing);
      }
    }
  }

  /** What fails here fails in the job too, which says so. */
  private void runOnce() {
    running = Thread.currentThread();
    try {
      embedding.run();
    } catch (RuntimeException failure) {
      LOG.debug("embedding for a call that waits failed", failure);
    } finally {
      running = null;
      begun.set(false);
    }
  }

  /** Answers if this thread embeds for calls that wait. */
  boolean isRunningHere() {
    return running == Thread.currentThread();
  }

  /** No more is begun, and nobody waits any longer. */
  @Override
  public void close() {
    thread.shutdown();
  }

  /**
   * Waits a while for what was begun before it was closed, then interrupts it; not for a run that
   * closes it itself.
   */
  void awaitEnd() {
    if (isRunningHere()) {
      return;
    }
    try {
      if (!thread.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException interrupted) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
