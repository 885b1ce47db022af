package dev.membrane.http;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that calls run on, as many as gRPC has and divided for the same reason: if the disk
 * hangs, writes stop but reads go on, and a long consolidation or erasure stops neither.
 * Thread-safe.
 */
final class CallThreads implements AutoCloseable {

  private static final int LEAST_WRITING = 32;
  private static final int LEAST_READING = 4;
  private static final List<String> READS = List.of("Get", "Retrieve", "Replay", "List");
  private static final String CONSOLIDATION = "RunConsolidation";
  private static final String ERASURE = "Erase";

  private final int cores = Runtime.getRuntime().availableProcessors();
  private final ExecutorService writing = threads("write", Math.max(LEAST_WRITING, 4 * cores));
  private final ExecutorService reading = threads("read", Math.max(LEAST_READING, 2 * cores));
  private final ExecutorService consolidating = threads("consolidate", 1);
  private final ExecutorService erasing = threads("erase", 1);

  private static ExecutorService threads(String name, int number) {
    AtomicInteger made = new AtomicInteger();
    return Executors.newFixedThreadPool(
        number,
        task -> {
          Thread thread = new Thread(task, "http-" + name + "-" + made.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }

  /** Those for a call, by its name. */
  Executor of(String call) {
    if (READS.stream().anyMatch(call::startsWith)) {
      return reading;
    }
    if (call.equals(ERASURE)) {
      return erasing;
    }
    return call.equals(CONSOLIDATION) ? consolidating : writing;
  }

  @Override
  public void close() {
    List.of(writing, reading, consolidating, erasing).forEach(ExecutorService::shutdownNow);
  }
}
