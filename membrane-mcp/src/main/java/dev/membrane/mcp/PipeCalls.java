package dev.membrane.mcp;

import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Carries out the messages of a pipe. Tools are used one after the other, in the order of the pipe:
 * a host that uses several at once waits for none of them, and what it stores last has to be the
 * newest. Other messages go beside them. Whoever sends much faster than the server answers waits,
 * since messages may be large. For one thread that sends.
 */
final class PipeCalls {

  /** What {@code initialize} agrees on holds for the tools after it. */
  private static final Set<String> IN_ORDER = Set.of(StdioProxy.INITIALIZE, McpMethods.CALL_TOOL);

  private static final int AT_ONCE = 4;
  private static final int WAITING = 16;
  private static final long ANSWERED_WITHIN_SECONDS = 60;

  private final ExecutorService tools = threads("mcp-tool", 1);
  private final ExecutorService others = threads("mcp-call", AT_ONCE);

  private static ExecutorService threads(String name, int count) {
    return new ThreadPoolExecutor(
        count,
        count,
        0,
        TimeUnit.SECONDS,
        new ArrayBlockingQueue<>(WAITING),
        daemon(name),
        waitingForRoom());
  }

  static ThreadFactory daemon(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  private static RejectedExecutionHandler waitingForRoom() {
    return (call, full) -> {
      try {
        full.getQueue().put(call);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    };
  }

  /** Carries a message out, now or later. */
  void add(RpcMessage message, Runnable call) {
    (IN_ORDER.contains(message.method()) ? tools : others).execute(call);
  }

  /** Waits for the answers that are due; whether all came in time. */
  boolean end() {
    tools.shutdown();
    others.shutdown();
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(ANSWERED_WITHIN_SECONDS);
    try {
      return tools.awaitTermination(until - System.nanoTime(), TimeUnit.NANOSECONDS)
          && others.awaitTermination(until - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
