package dev.membrane.mcp;

import dev.membrane.protocol.MembraneCalls;
import dev.membrane.server.CommandContext;
import dev.membrane.server.GivenText;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** Speaks the Model Context Protocol with the host that started it. */
@Command(
    name = "mcp",
    description = {
      "Serves the Model Context Protocol to the host of an agent, over standard input and output."
          + " It uses the server of the database, and starts one in the background if there is"
          + " none.",
      "The variable MEMBRANE_CLIENT_KEY holds the key that it shows."
    },
    sortOptions = false)
final class McpCommand implements Callable<Integer> {

  private static final int CALLS_AT_ONCE = 4;
  private static final long ANSWERED_WITHIN_SECONDS = 60;
  private static final int PINGS_WHILE_IDLE = 3;

  @Option(
      names = "--scope",
      paramLabel = "SCOPE",
      converter = GivenText.class,
      description = "Store in this scope, and see only it and unscoped records.")
  private @Nullable String scope;

  private final CommandContext context;

  McpCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    ServerFinder servers = new ServerFinder(context);
    StdioProxy proxy = new StdioProxy(servers, Optional.ofNullable(scope), context.out());
    ExecutorService calls = calls();
    ScheduledExecutorService pings = Executors.newSingleThreadScheduledExecutor(daemon("mcp-ping"));
    long between = Math.max(1, servers.idleExit().toMillis() / PINGS_WHILE_IDLE);
    var unused = pings.scheduleWithFixedDelay(proxy::ping, between, between, TimeUnit.MILLISECONDS);
    // It stays when the input has ended: a signal may come between that and the end of the process.
    Thread stop = new Thread(() -> Runtime.getRuntime().halt(ended(calls)), "mcp-stop");
    Runtime.getRuntime().addShutdownHook(stop);
    passAll(context.input(), proxy, calls);
    pings.shutdownNow();
    return ended(calls);
  }

  /** Who sends faster than the server answers waits: lines are large. */
  private static ExecutorService calls() {
    return new ThreadPoolExecutor(
        CALLS_AT_ONCE,
        CALLS_AT_ONCE,
        0,
        TimeUnit.SECONDS,
        new ArrayBlockingQueue<>(CALLS_AT_ONCE),
        daemon("mcp-call"),
        new ThreadPoolExecutor.CallerRunsPolicy());
  }

  /** Waits for the answers that are due, whether the host has closed the input or sent a signal. */
  private static int ended(ExecutorService calls) {
    calls.shutdown();
    try {
      boolean areAnswered = calls.awaitTermination(ANSWERED_WITHIN_SECONDS, TimeUnit.SECONDS);
      return areAnswered ? ExitCode.OK : ExitCode.SOFTWARE;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return ExitCode.SOFTWARE;
    }
  }

  private static ThreadFactory daemon(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  private static void passAll(InputStream input, StdioProxy proxy, ExecutorService calls)
      throws IOException {
    InputStream buffered = new BufferedInputStream(input);
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    boolean isTooLong = false;
    for (int next = buffered.read(); next >= 0; next = buffered.read()) {
      if (next != '\n') {
        isTooLong |= line.size() >= MembraneCalls.MAX_REQUEST_BYTES;
        if (!isTooLong) {
          line.write(next);
        }
        continue;
      }
      pass(line.toByteArray(), isTooLong, proxy, calls);
      line.reset();
      isTooLong = false;
    }
    pass(line.toByteArray(), isTooLong, proxy, calls);
  }

  private static void pass(
      byte[] line, boolean isTooLong, StdioProxy proxy, ExecutorService calls) {
    if (isTooLong) {
      proxy.refuseLongLine();
    } else if (!isBlank(line)) {
      calls.execute(() -> proxy.pass(line));
    }
  }

  private static boolean isBlank(byte[] line) {
    for (byte one : line) {
      if (one > ' ' || one < 0) {
        return false;
      }
    }
    return true;
  }
}
