package dev.membrane.server.internal.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.membrane.server.ListenAddress;
import dev.membrane.server.StartException;
import dev.membrane.server.Transport;
import dev.membrane.server.monitoring.MetricsPages;
import dev.membrane.spi.Config;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@link MetricsPages} on an address of their own. Asks for no key. A request has five seconds to
 * arrive and to be answered. Thread-safe.
 */
public final class MetricsEndpoint implements Transport {

  private static final Logger LOG = LoggerFactory.getLogger(MetricsEndpoint.class);

  public static final String KEY = "metrics_addr";
  private static final int MAX_REQUESTS = 128;

  /** More than a page takes, since readiness answers within two seconds. */
  private static final Duration TIME = Duration.ofSeconds(5);

  private static final int NOT_ALLOWED = 405;

  private final ListenAddress address;
  private final MetricsPages pages;
  private final RequestThreads threads = new RequestThreads(MAX_REQUESTS, TIME, "metrics-http");
  private @Nullable HttpServer server;

  /** An endpoint that is not started yet, and closes the pages with itself. */
  MetricsEndpoint(ListenAddress address, MetricsPages pages) {
    this.address = address;
    this.pages = pages;
  }

  /** Where to listen, if {@code metrics_addr} says so. */
  public static Optional<ListenAddress> address(Config config) {
    return config.value(KEY, Optional.empty(), text -> Optional.of(ListenAddress.parse(text)));
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
    threads.close();
    pages.close();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String method = exchange.getRequestMethod();
      if (!method.equals("GET") && !method.equals("HEAD")) {
        exchange.getResponseHeaders().set("Allow", "GET, HEAD");
        send(exchange, NOT_ALLOWED, "only GET and HEAD\n");
        return;
      }
      MetricsPages.MetricsPage page = pages.at(exchange.getRequestURI().getPath());
      send(exchange, page.status(), page.text());
    }
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", MetricsPages.MEDIA_TYPE);
    boolean isHead = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, isHead ? -1 : body.length);
    if (!isHead) {
      exchange.getResponseBody().write(body);
    }
  }
}
