package dev.membrane.internal.retrieve;

import dev.membrane.spi.ModelException;
import dev.membrane.spi.Tracer;
import dev.membrane.spi.Vector;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Threads on which an embedder is asked for the vectors of questions, so that one that hangs keeps
 * no caller. A call is never interrupted, as that of one caller may load what all need. While too
 * many hang, no other is begun; nor is one while every thread has one. Threads without work end.
 * Safe for use by many threads.
 */
final class QuestionThreads {

  private static final int MOST = 64;
  private static final int MOST_HANGING = 8;
  private static final long IDLE_SECONDS = 10;

  private final Duration most;
  private final Tracer tracer;

  private final Set<BegunCall> underWay = ConcurrentHashMap.newKeySet();

  /** One is started only if none is free. */
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          MOST,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          QuestionThreads::thread);

  /**
   * None is started yet.
   *
   * @param most a call that takes longer hangs
   */
  QuestionThreads(Duration most, Tracer tracer) {
    this.most = most;
    this.tracer = tracer;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "membrane-question");
    thread.setDaemon(true);
    return thread;
  }

  /** The vector that some work makes, or how it failed, once that is known. */
  CompletableFuture<Vector> begin(Supplier<Vector> embedding) {
    if (isHanging()) {
      return CompletableFuture.failedFuture(
          ModelException.temporary(
              "the embedder hangs in " + MOST_HANGING + " calls", new TimeoutException()));
    }
    CompletableFuture<Vector> vector = new CompletableFuture<>();
    try {
      threads.execute(tracer.carrying(() -> run(embedding, vector)));
    } catch (RejectedExecutionException full) {
      vector.completeExceptionally(
          ModelException.temporary("the embedder is asked " + MOST + " questions at once", full));
    }
    return vector;
  }

  private void run(Supplier<Vector> embedding, CompletableFuture<Vector> vector) {
    BegunCall call = new BegunCall();
    underWay.add(call);
    try {
      vector.complete(embedding.get());
    } catch (Throwable failure) {
      vector.completeExceptionally(failure);
    } finally {
      underWay.remove(call);
    }
  }

  private boolean isHanging() {
    long now = System.nanoTime();
    return underWay.stream().filter(call -> now - call.begun >= most.toNanos()).count()
        >= MOST_HANGING;
  }

  private static final class BegunCall {

    private final long begun = System.nanoTime();
  }
}
