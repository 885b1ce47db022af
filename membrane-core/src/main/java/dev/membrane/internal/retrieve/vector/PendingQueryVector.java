package dev.membrane.internal.retrieve.vector;

import dev.membrane.Caller;
import dev.membrane.CancelledException;
import dev.membrane.internal.work.ConcurrentWork;
import dev.membrane.spi.ModelException;
import dev.membrane.spi.store.Vector;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A question whose vector an embedder is asked for. It may never answer, so all that wait for the
 * vector do so for a limited time, and only as long as the caller waits. Thread-safe.
 */
public final class PendingQueryVector {

  /** How often it is looked whether the caller still waits. */
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final CompletableFuture<Vector> vector;
  private final Caller caller;
  private final Duration most;
  private final long asked = System.nanoTime();

  /**
   * A question that was just asked.
   *
   * @param vector is there once the embedder has answered
   * @param most how long it is waited for
   */
  PendingQueryVector(CompletableFuture<Vector> vector, Caller caller, Duration most) {
    this.vector = vector;
    this.caller = caller;
    this.most = most;
  }

  /**
   * Waits for the vector.
   *
   * @throws ModelException if there is none, or none in time, or a thread that waits is interrupted
   * @throws CancelledException if the caller ceases to wait
   */
  Vector await() {
    try {
      while (!vector.isDone()) {
        awaitShortly();
      }
      return vector.get();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw giveUp("the wait for the embedder was interrupted");
    } catch (ExecutionException failed) {
      throw ConcurrentWork.unchecked(failed.getCause());
    }
  }

  /** As {@link #await}, but that there is no vector is left to whoever uses it. */
  public void settle() {
    try {
      Vector unused = await();
    } catch (ModelException none) {
      // The thread that looks for what is near is told the same.
    }
  }

  private void awaitShortly() throws InterruptedException, ExecutionException {
    long left = most.toNanos() - (System.nanoTime() - asked);
    if (left <= 0) {
      throw giveUp("the embedder has not answered for " + most.toSeconds() + " s");
    }
    requireWaiting();
    try {
      Vector unused = vector.get(Math.min(left, POLL_NANOS), TimeUnit.NANOSECONDS);
    } catch (TimeoutException notYet) {
      // The time and the caller are looked at again.
    }
  }

  private void requireWaiting() {
    try {
      caller.requireWaiting();
    } catch (CancelledException gone) {
      ModelException unused = giveUp("nobody waits for the embedder");
      throw gone;
    }
  }

  /** Others that wait for the vector wait no longer either. */
  private ModelException giveUp(String why) {
    ModelException failure = ModelException.temporary(why, new TimeoutException());
    vector.completeExceptionally(failure);
    return failure;
  }
}
