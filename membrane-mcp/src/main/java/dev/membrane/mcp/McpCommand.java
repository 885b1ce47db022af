package dev.membrane.mcp;

import dev.membrane.protocol.DaemonThreads;
import dev.membrane.protocol.MembraneCalls;
import dev.membrane.server.command.CommandContext;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
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

  private static final int PINGS_WHILE_IDLE = 3;
  private static final String CANCELLED = "notifications/cancelled";

  @Option(
      names = "--scope",
      paramLabel = "SCOPE",
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
    PipeCalls calls = new PipeCalls();
    ScheduledExecutorService pings =
        Executors.newSingleThreadScheduledExecutor(new DaemonThreads("mcp-ping"));
    long between = Math.max(1, servers.idleExit().toMillis() / PINGS_WHILE_IDLE);
    var unused = pings.scheduleWithFixedDelay(proxy::ping, between, between, TimeUnit.MILLISECONDS);
    // It stays when the input has ended: a signal may come between that and the end of the process.
    Thread stop = new Thread(() -> Runtime.getRuntime().halt(exitCode(proxy, calls)), "mcp-stop");
    Runtime.getRuntime().addShutdownHook(stop);
    passAll(context.input(), proxy, calls);
    pings.shutdownNow();
    return exitCode(proxy, calls);
  }

  /** Whether the host has closed the input or sent a signal, it gets the answers that are due. */
  private static int exitCode(StdioProxy proxy, PipeCalls calls) {
    return calls.end() && proxy.hasWrittenAll() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private static void passAll(InputStream input, StdioProxy proxy, PipeCalls calls)
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

  private static void pass(byte[] line, boolean isTooLong, StdioProxy proxy, PipeCalls calls) {
    if (isTooLong) {
      proxy.refuseLongLine();
    } else if (!isBlank(line)) {
      proxy.read(line).ifPresent(message -> pass(message, line, proxy, calls));
    }
  }

  private static void pass(RpcMessage message, byte[] line, StdioProxy proxy, PipeCalls calls) {
    if (message.method().equals(CANCELLED)) {
      calls.cancel(message.params().get("requestId"));
    }
    calls.add(message, () -> proxy.pass(message, line, () -> calls.isWanted(message)));
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
