package dev.membrane.internal.retrieve.vector;

import dev.membrane.internal.retrieve.vector.BegunCalls.BegunCall;
import dev.membrane.internal.work.DaemonThread;
import dev.membrane.spi.ModelException;
import dev.membrane.spi.Tracer;
import dev.membrane.spi.store.Vector;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Threads on which an embedder is asked for the vectors of questions, so that one that hangs keeps
 * no caller. A call is never interrupted, as that of one caller may load what all need. {@link
 * BegunCalls} says which may begin. Threads without work end. Safe for use by many threads.
 */
final class QueryThreads {

  private static final int MAX = 64;
  private static final long IDLE_SECONDS = 10;

  private final BegunCalls calls;
  private final Tracer tracer;

  /** One is started only if none is free. While there are {@value #MAX}, further calls wait. */
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          MAX,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new FreeThreads(),
          DaemonThread.named("membrane-question"),
          (work, all) -> all.getQueue().add(work));

  /** Takes work that is offered only if a thread waits for it, and what is added in any case. */
  private static final class FreeThreads extends LinkedTransferQueue<Runnable> {

    private static final long serialVersionUID = 1;

    @Override
    public boolean offer(Runnable work) {
      return tryTransfer(work);
    }

    @Override
    public boolean add(Runnable work) {
      put(work);
      return true;
    }
  }

  /**
   * None is started yet.
   *
   * @param most a call that takes longer hangs
   */
  QueryThreads(Duration most, Tracer tracer) {
    this.calls = new BegunCalls(most);
    this.tracer = tracer;
  }

  /** The vector that some work makes, or how it failed, once that is known. */
  CompletableFuture<Vector> begin(Supplier<Vector> embedding) {
    CompletableFuture<Vector> vector = new CompletableFuture<>();
    try {
      BegunCall call = calls.begin();
      threads.execute(tracer.carrying(() -> run(call, embedding, vector)));
    } catch (ModelException refused) {
      vector.completeExceptionally(refused);
    }
    return vector;
  }

  private void run(BegunCall call, Supplier<Vector> embedding, CompletableFuture<Vector> vector) {
    try {
      vector.complete(ending(call, embedding));
    } catch (Throwable failure) {
      vector.completeExceptionally(failure);
    }
  }

  /** It has ended before anybody knows of the vector, and may ask for the next. */
  private Vector ending(BegunCall call, Supplier<Vector> embedding) {
    try {
      return embedding.get();
    } finally {
      calls.end(call);
    }
  }
}
