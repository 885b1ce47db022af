package dev.membrane.tck;

import dev.membrane.spi.commit.ConflictException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/** Several threads that begin at the same moment. */
public final class Race {

  private static final Duration MAX_LENGTH = Duration.ofMinutes(5);

  private Race() {}

  /** Runs one task per thread, and answers with their results in the order of the threads. */
  public static <T> List<T> run(int threads, IntFunction<Callable<T>> task)
      throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      CyclicBarrier start = new CyclicBarrier(threads);
      List<Future<T>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        Callable<T> mine = task.apply(i);
        running.add(
            pool.submit(
                () -> {
                  start.await();
                  return mine.call();
                }));
      }
      return results(running);
    } finally {
      pool.shutdownNow();
    }
  }

  /** Whether the commit went through; false if it was a conflict. */
  static boolean won(Runnable commit) {
    try {
      commit.run();
      return true;
    } catch (ConflictException lost) {
      return false;
    }
  }

  private static <T> List<T> results(List<Future<T>> running) throws InterruptedException {
    List<T> results = new ArrayList<>();
    for (Future<T> one : running) {
      try {
        results.add(one.get(MAX_LENGTH.toSeconds(), TimeUnit.SECONDS));
      } catch (ExecutionException failed) {
        throw new AssertionError("a thread of the race failed", failed.getCause());
      } catch (TimeoutException stuck) {
        throw new AssertionError("a thread of the race did not finish", stuck);
      }
    }
    return results;
  }
}
