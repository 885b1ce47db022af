package dev.membrane.internal.work;

import dev.membrane.spi.Tracer;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs parts of a call on other threads while the calling thread goes on. It has threads of its
 * own, because they wait for stores and models; threads without work end. Thread-safe.
 */
public final class ConcurrentWork {

  private static final int MAX_WAITING = 64;
  private static final long IDLE_SECONDS = 10;

  private final Executor threads;
  private final Tracer tracer;

  /** As many threads as there are processors besides the one of who asks, at least one. */
  public ConcurrentWork(Tracer tracer) {
    this(Math.max(1, Runtime.getRuntime().availableProcessors() - 1), tracer);
  }

  ConcurrentWork(int threads, Tracer tracer) {
    this.tracer = tracer;
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MAX_WAITING),
            DaemonThread.named("membrane-retrieve"),
            new ThreadPoolExecutor.DiscardPolicy());
    pool.allowCoreThreadTimeOut(true);
    this.threads = pool;
  }

  /**
   * Starts some work.
   *
   * @return waits for the result, or throws what the work has thrown; if no other thread was free,
   *     it does the work itself, so that nobody waits for a thread
   */
  public <T> Supplier<T> begin(Supplier<T> work) {
    FutureTask<T> task = new FutureTask<>(work::get);
    threads.execute(tracer.carrying(task));
    return () -> {
      // Does nothing if another thread has begun.
      task.run();
      return result(task);
    };
  }

  /** An interrupt does not end the work, which is soon done; it is kept for who looks for it. */
  private static <T> T result(FutureTask<T> task) {
    boolean isInterrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException later) {
          isInterrupted = true;
        }
      }
    } catch (ExecutionException failed) {
      throw unchecked(failed.getCause());
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** A supplier throws nothing that is checked. */
  public static RuntimeException unchecked(@Nullable Throwable failure) {
    if (failure instanceof RuntimeException thrown) {
      return thrown;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    return new IllegalStateException(failure);
  }
}
