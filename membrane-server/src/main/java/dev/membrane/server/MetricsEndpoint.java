package dev.membrane.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.membrane.spi.Config;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a monitoring asks for over HTTP: {@code /metrics} in the text format of Prometheus, {@code
 * /livez}, which answers as long as the process does, and {@code /readyz}, which answers 503 while
 * memory cannot serve, and else how many records wait to be embedded. Asks for no key and says
 * nothing of what is remembered. Thread-safe.
 */
final class MetricsEndpoint implements Transport {

  private static final Logger LOG = LoggerFactory.getLogger(MetricsEndpoint.class);

  static final String KEY = "metrics_addr";
  private static final int THREADS = 4;
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;
  private static final int UNAVAILABLE = 503;

  private final ListenAddress address;
  private final Supplier<String> metrics;
  private final ReadyCheck ready;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(THREADS, work -> daemon(work, "metrics-http"));
  private volatile long waiting;
  private @Nullable HttpServer server;

  /**
   * An endpoint that is not started yet.
   *
   * @param metrics what {@code /metrics} answers
   * @param check throws if memory cannot serve
   * @param backlog counts the records that wait to be embedded
   */
  MetricsEndpoint(
      ListenAddress address, Supplier<String> metrics, Runnable check, LongSupplier backlog) {
    this.address = address;
    this.metrics = metrics;
    this.ready =
        new ReadyCheck(
            () -> {
              check.run();
              waiting = backlog.getAsLong();
            });
  }

  /** Where to listen, if {@code metrics_addr} says so. */
  static Optional<ListenAddress> address(Config config) {
    return config.value(KEY, Optional.empty(), text -> Optional.of(ListenAddress.parse(text)));
  }

  static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public synchronized String start() {
    HttpServer starting;
    try {
      starting = HttpServer.create(address.socket(), 0);
    } catch (IOException failed) {
      close();
      throw new StartException(
          KEY + ": cannot listen on " + address + ": " + failed.getMessage(), failed);
    }
    if (!address.isLoopback()) {
      LOG.warn("{}: {} is reachable from other machines and asks for no key", KEY, address);
    }
    starting.createContext("/", this::answer);
    starting.setExecutor(threads);
    starting.start();
    server = starting;
    return "metrics on " + address.withPort(starting.getAddress().getPort());
  }

  @Override
  public synchronized void close() {
    if (server != null) {
      server.stop(0);
    }
    threads.shutdownNow();
    ready.close();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String method = exchange.getRequestMethod();
      if (!method.equals("GET") && !method.equals("HEAD")) {
        exchange.getResponseHeaders().set("Allow", "GET, HEAD");
        send(exchange, NOT_ALLOWED, "only GET and HEAD\n");
        return;
      }
      switch (exchange.getRequestURI().getPath()) {
        case "/metrics" -> send(exchange, OK, metrics.get());
        case "/livez" -> send(exchange, OK, "alive\n");
        case "/readyz" -> sendReadiness(exchange);
        default -> send(exchange, NOT_FOUND, "there is /metrics, /livez and /readyz\n");
      }
    }
  }

  private void sendReadiness(HttpExchange exchange) throws IOException {
    if (ready.obstacle().isEmpty()) {
      send(exchange, OK, "ready\nembedding_backlog " + waiting + "\n");
    } else {
      send(exchange, UNAVAILABLE, "not ready\n");
    }
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
    boolean isHead = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, isHead ? -1 : body.length);
    if (!isHead) {
      exchange.getResponseBody().write(body);
    }
  }
}
