package dev.membrane.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntPredicate;
import java.util.stream.LongStream;

/**
 * Calls at once, each caller one call after the other, and at least one.
 *
 * @param count how many call at once
 */
record Callers(int count) {

  /** One call. */
  @FunctionalInterface
  interface MeasuredCall {
    /**
     * Calls.
     *
     * @param caller 0 to one less than the callers
     * @param n 0 for a caller's first call, one more for each after it
     */
    void run(int caller, int n);
  }

  /** As many calls as fit into a span. */
  Timings during(Duration span, MeasuredCall call) {
    long end = System.nanoTime() + span.toNanos();
    return timed(done -> System.nanoTime() < end, call);
  }

  /** So many calls, in equal parts. */
  Timings calls(int total, MeasuredCall call) {
    return timed(done -> done < total / count, call);
  }

  private Timings timed(IntPredicate goesOn, MeasuredCall call) {
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      long start = System.nanoTime();
      List<Callable<long[]>> all = new ArrayList<>();
      for (int caller = 0; caller < count; caller++) {
        int me = caller;
        all.add(() -> timesOf(me, goesOn, call));
      }
      long[] times = merged(threads.invokeAll(all));
      return new Timings(times, (System.nanoTime() - start) / 1e9);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while measuring", stop);
    } finally {
      threads.shutdownNow();
    }
  }

  private static long[] timesOf(int caller, IntPredicate goesOn, MeasuredCall call) {
    LongStream.Builder times = LongStream.builder();
    int n = 0;
    long before = System.nanoTime();
    do {
      call.run(caller, n++);
      long after = System.nanoTime();
      times.add(after - before);
      before = after;
    } while (goesOn.test(n));
    return times.build().toArray();
  }

  private static long[] merged(List<Future<long[]>> parts) throws InterruptedException {
    LongStream all = LongStream.empty();
    for (Future<long[]> part : parts) {
      try {
        all = LongStream.concat(all, Arrays.stream(part.get()));
      } catch (ExecutionException failed) {
        throw new IllegalStateException("a call failed", failed.getCause());
      }
    }
    return all.sorted().toArray();
  }
}
