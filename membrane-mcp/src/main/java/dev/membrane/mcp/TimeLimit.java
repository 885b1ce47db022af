package dev.membrane.mcp;

import dev.membrane.protocol.DaemonThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Waits for work that cannot be interrupted, such as a write to a server that no longer reads.
 * Thread-safe.
 */
final class TimeLimit {

  private final ExecutorService threads =
      Executors.newCachedThreadPool(new DaemonThreads("mcp-answer"));

  private final Duration limit;

  /** Above 0, the longest that anybody waits. */
  TimeLimit(Duration limit) {
    this.limit = limit;
  }

  Duration limit() {
    return limit;
  }

  /**
   * What comes of the work.
   *
   * @throws IOException as the work throws it
   * @throws TimeoutException if it takes too long; then it goes on, and nobody waits for it
   */
  <T> T within(Callable<T> work) throws IOException, TimeoutException {
    Future<T> result = threads.submit(work);
    try {
      return result.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", stop);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof IOException lost) {
        throw lost;
      }
      throw failed.getCause() instanceof RuntimeException fault
          ? fault
          : new IllegalStateException(failed.getCause());
    }
  }
}
