package dev.membrane.mcp;

import dev.membrane.server.HttpAddress;
import dev.membrane.server.ServerTrust;
import dev.membrane.server.StartException;
import dev.membrane.server.command.CommandContext;
import dev.membrane.server.command.HttpCaller;
import dev.membrane.server.local.DatabaseFiles;
import dev.membrane.server.local.LocalKey;
import dev.membrane.server.local.LocalServer;
import dev.membrane.server.local.ServerFile;
import dev.membrane.spi.Config;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the server of a database, and starts one where there is none. One process starts it at a
 * time, and the others wait for it. Thread-safe.
 */
final class ServerFinder {

  static final Duration IDLE_EXIT = Duration.ofMinutes(10);

  private static final String BACKEND = "backend";
  private static final String SQLITE = "sqlite";

  /** With which a database of SQLite begins that is not empty. */
  private static final String HEAD = "SQLite format 3\0";

  private static final long STARTS_WITHIN_SECONDS = 60;
  private static final long LOOKED_FOR_EVERY_MILLIS = 20;

  private final CommandContext context;
  private final Config config;
  private final Optional<DatabaseFiles> files;
  private final boolean hasKeys;
  private final @Nullable ServerTrust tls;
  private final Duration idleExit;

  /**
   * Of a configuration.
   *
   * @throws StartException if it cannot be read
   */
  ServerFinder(CommandContext context) {
    this.context = context;
    this.config = context.config();
    this.files = DatabaseFiles.of(config);
    this.hasKeys = config.has("api_key") || config.has("principals");
    this.tls = ServerTrust.from(config);
    this.idleExit = config.duration("idle_exit", IDLE_EXIT);
    if (tls != null && tls.wantsClientCertificate()) {
      throw new StartException(
          "the server demands a client certificate, which membraned mcp does not have");
    }
  }

  /** After how long without a call the server ends. */
  Duration idleExit() {
    return idleExit;
  }

  /** Whether a server is started where there is none: that of a file has no fixed address. */
  boolean startsServers() {
    return files.isPresent();
  }

  /** What to do with a server that lives and does not answer; ends a sentence. */
  String howToReplace() {
    return process()
        .map(id -> "end its process " + id + ", and the next message starts another")
        .orElse("restart membraned");
  }

  private Optional<Long> process() {
    try {
      return files.isPresent()
          ? ServerFile.read(files.get().server()).map(ServerFile::process)
          : Optional.empty();
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  /**
   * The server that serves now, or that is about to end.
   *
   * @throws StartException if there is none and none can be started
   */
  HttpCaller find() {
    if (files.isEmpty()) {
      return new HttpCaller(
          HttpAddress.from(config), tls, context.variable(HttpCaller.KEY_VARIABLE));
    }
    DatabaseFiles beside = files.get();
    return serving(beside).orElseGet(() -> started(beside));
  }

  /** Nothing is left next to a file that no server could open. */
  private static void requireDatabase(Path file) throws IOException {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      return;
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] head = in.readNBytes(HEAD.length());
      if (head.length > 0 && !HEAD.equals(new String(head, StandardCharsets.ISO_8859_1))) {
        throw new StartException(file + " is no SQLite database; --db names another");
      }
    }
  }

  private Optional<HttpCaller> serving(DatabaseFiles beside) {
    return LocalServer.find(beside, tls, context.variable(HttpCaller.KEY_VARIABLE));
  }

  private HttpCaller started(DatabaseFiles beside) {
    try {
      if (config.text(BACKEND, SQLITE).equals(SQLITE)) {
        requireDatabase(beside.database());
      }
      return startedOnce(beside);
    } catch (IOException unusable) {
      throw beside.unusable(unusable);
    }
  }

  private HttpCaller startedOnce(DatabaseFiles beside) throws IOException {
    try (FileChannel channel =
        FileChannel.open(beside.starting(), lockOptions(), DatabaseFiles.forOwner())) {
      // Closed with the channel.
      FileLock unused = channel.lock();
      Optional<HttpCaller> others = serving(beside);
      return others.isPresent() ? others.get() : start(beside);
    }
  }

  private static Set<StandardOpenOption> lockOptions() {
    return Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private HttpCaller start(DatabaseFiles beside) throws IOException {
    Process server = BackgroundServer.start(context.options(), settings(beside), beside.log());
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(STARTS_WITHIN_SECONDS);
    while (System.nanoTime() < end) {
      Optional<HttpCaller> serving = serving(beside);
      if (serving.isPresent()) {
        return serving.get();
      }
      if (hasEnded(server)) {
        throw new StartException("the server did not start: " + said(beside));
      }
    }
    throw new StartException("the server did not start within a minute, see " + beside.log());
  }

  private static boolean hasEnded(Process server) {
    try {
      return server.waitFor(LOOKED_FOR_EVERY_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new StartException("interrupted");
    }
  }

  private static String said(DatabaseFiles beside) throws IOException {
    try (Stream<String> lines = Files.lines(beside.log())) {
      return lines.limit(10).collect(Collectors.joining("; "));
    }
  }

  /** On a free port of loopback, for whoever may read the database, and not for ever. */
  private Map<String, String> settings(DatabaseFiles beside) throws IOException {
    Map<String, String> settings = new HashMap<>();
    // The key is for the client: a server in the background never gets it.
    settings.put(HttpCaller.KEY_VARIABLE, "");
    settings.put("MEMBRANE_HTTP_ADDR", "127.0.0.1:0");
    settings.put("MEMBRANE_PLUGINS_HTTP_ENABLED", "true");
    settings.put("MEMBRANE_PLUGINS_MCP_ENABLED", "true");
    settings.put("MEMBRANE_PLUGINS_GRPC_ENABLED", "false");
    if (config.has("metrics_addr")) {
      settings.put("MEMBRANE_METRICS_ADDR", "127.0.0.1:0");
    }
    if (!config.has("idle_exit")) {
      settings.put("MEMBRANE_IDLE_EXIT", idleExit.toSeconds() + "s");
    }
    if (!hasKeys) {
      settings.put("MEMBRANE_API_KEY", LocalKey.of(beside.key()));
    }
    if (!config.has("rate_limit_per_second")) {
      settings.put("MEMBRANE_RATE_LIMIT_PER_SECOND", "0");
    }
    return settings;
  }
}
