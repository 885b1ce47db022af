package dev.membrane.mcp;

import dev.membrane.protocol.DaemonThreads;
import dev.membrane.schema.JsonValue;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the messages of a pipe. Tools are used one after the other, in the order of the pipe:
 * a host that uses several at once waits for none of them, and what it stores last has to be the
 * newest. Other messages go beside them. Whoever sends much faster than the server answers waits,
 * since messages may be large. What the host cancels is not begun, and not answered. For one thread
 * that sends.
 */
final class PipeCalls {

  /** What {@code initialize} agrees on holds for the tools after it. */
  private static final Set<String> IN_ORDER = Set.of(StdioProxy.INITIALIZE, McpMethods.CALL_TOOL);

  private static final int AT_ONCE = 4;
  private static final int WAITING = 16;
  private static final long ANSWERED_WITHIN_SECONDS = 60;

  /** The requests whose answers somebody waits for, each by itself: a host may use an id twice. */
  private final Set<RpcMessage> wanted =
      Collections.newSetFromMap(Collections.synchronizedMap(new IdentityHashMap<>()));

  private final ExecutorService tools = threads("mcp-tool", 1);
  private final ExecutorService others = threads("mcp-call", AT_ONCE);

  private static ExecutorService threads(String name, int count) {
    return new ThreadPoolExecutor(
        count,
        count,
        0,
        TimeUnit.SECONDS,
        new ArrayBlockingQueue<>(WAITING),
        new DaemonThreads(name),
        waitingForRoom());
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

  /** Carries a message out, now or later, unless it is cancelled before. */
  void add(RpcMessage message, Runnable call) {
    if (message.isRequest()) {
      wanted.add(message);
    }
    (IN_ORDER.contains(message.method()) ? tools : others).execute(() -> carryOut(message, call));
  }

  private void carryOut(RpcMessage message, Runnable call) {
    try {
      if (isWanted(message)) {
        call.run();
      }
    } finally {
      wanted.remove(message);
    }
  }

  /** Whether the host still waits for what comes of a message. */
  boolean isWanted(RpcMessage message) {
    return !message.isRequest() || wanted.contains(message);
  }

  /**
   * Gives up a request, if it is under way. The first of all cannot be given up.
   *
   * @param id of the request; null: none
   */
  void cancel(@Nullable JsonValue id) {
    wanted.removeIf(
        message ->
            Objects.equals(message.id(), id) && !message.method().equals(StdioProxy.INITIALIZE));
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
