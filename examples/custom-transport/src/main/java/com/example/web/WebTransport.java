package com.example.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.membrane.AccessDeniedException;
import dev.membrane.Memory;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.server.Gate;
import dev.membrane.server.ListenAddress;
import dev.membrane.server.NotAdmittedException;
import dev.membrane.server.StartException;
import dev.membrane.server.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** {@code GET /retrieve?task=…} answers with what is remembered, a record of JSON a line. */
final class WebTransport implements Transport {

  private static final int THREADS = 8;
  private static final int SECONDS_TO_FINISH = 3;
  private static final int IPV4_BYTES = 4;
  private static final int IPV6_NETWORK_BYTES = 8;
  private static final String PATH = "/retrieve";
  private static final String TASK = "task=";

  private final Gate gate;
  private final ListenAddress address;
  private final RecordCodec codec = new RecordCodec();
  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(THREADS);
  private HttpServer server;

  WebTransport(Gate gate, ListenAddress address) {
    this.gate = gate;
    this.address = address;
  }

  @Override
  public String start() {
    try {
      server = HttpServer.create(address.socket(), 0);
      server.createContext(PATH, this::answer);
      server.setExecutor(threads);
      server.start();
      return "web on " + address.withPort(server.getAddress().getPort());
    } catch (IOException failed) {
      throw new StartException("cannot listen on " + address + ": " + failed.getMessage(), failed);
    }
  }

  /**
   * Lets what is under way finish first: {@link HttpServer#stop} closes all connections, and waits
   * the whole time that it is given even if nothing is under way.
   */
  @Override
  public void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(SECONDS_TO_FINISH, TimeUnit.SECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException stopped) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
    if (server != null) {
      server.stop(0);
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try {
      Memory memory = gate.admit(key(exchange), network(exchange)).memory();
      URI asked = exchange.getRequestURI();
      if (PATH.equals(asked.getPath())) {
        send(exchange, 200, remembered(memory, task(asked)));
      } else {
        send(exchange, 404, "not found");
      }
    } catch (NotAdmittedException refused) {
      refuse(exchange, refused);
    } catch (AccessDeniedException refused) {
      send(exchange, 403, refused.getMessage());
    } catch (ValidationException refused) {
      send(exchange, 400, refused.getMessage());
    } catch (RuntimeException failed) {
      send(exchange, 500, "internal error");
    }
  }

  /** Whoever guesses keys waits for the answer, and no thread waits with them. */
  private void refuse(HttpExchange exchange, NotAdmittedException refused) {
    boolean isTooMany = refused.reason() == NotAdmittedException.Reason.TOO_MANY_CALLS;
    threads.schedule(
        () -> {
          send(exchange, isTooMany ? 429 : 401, refused.getMessage());
          return null;
        },
        refused.delay().toMillis(),
        TimeUnit.MILLISECONDS);
  }

  /** Null without a header; two headers are refused. */
  private static String key(HttpExchange exchange) {
    return Gate.bearerKeyOf(
        exchange.getRequestHeaders().getOrDefault("Authorization", List.of()));
  }

  /** A customer has as many addresses of IPv6 as they like, and one network. */
  private static String network(HttpExchange exchange) {
    InetAddress caller = exchange.getRemoteAddress().getAddress();
    byte[] bytes = caller.getAddress();
    return bytes.length == IPV4_BYTES
        ? caller.getHostAddress()
        : HexFormat.of().formatHex(bytes, 0, IPV6_NETWORK_BYTES);
  }

  private static String task(URI asked) {
    String query = asked.getRawQuery();
    return query != null && query.startsWith(TASK)
        ? URLDecoder.decode(query.substring(TASK.length()), StandardCharsets.UTF_8)
        : "";
  }

  private String remembered(Memory memory, String task) {
    StringBuilder lines = new StringBuilder();
    for (RecordView record : memory.retrieval().retrieve(task).results()) {
      lines.append(codec.encode(record)).append('\n');
    }
    return lines.toString();
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    try (exchange) {
      byte[] body = text.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/x-ndjson");
      exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
