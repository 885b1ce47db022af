package dev.membrane.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.membrane.server.ListenAddress;
import dev.membrane.server.StartException;
import dev.membrane.server.command.HttpCaller;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a command does with a server that wants it to wait. */
class ServerMemoryTest {

  private final List<String> bodies = new ArrayList<>();
  private final Set<InetSocketAddress> connections = new HashSet<>();
  private HttpServer server;
  private int refusals;
  private String retryAfter = "1";

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/get-metrics", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    bodies.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    connections.add(exchange.getRemoteAddress());
    boolean isRefused = bodies.size() <= refusals;
    if (isRefused && !retryAfter.isEmpty()) {
      exchange.getResponseHeaders().add("Retry-After", retryAfter);
    }
    byte[] answer =
        (isRefused ? "{\"message\": \"too many calls\"}" : "{\"records\": 3}").getBytes(UTF_8);
    exchange.sendResponseHeaders(isRefused ? 429 : 200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  private String records() {
    ListenAddress address = ListenAddress.parse("127.0.0.1:" + server.getAddress().getPort());
    try (ServerMemory memory = new ServerMemory(new HttpCaller(address, null, Optional.empty()))) {
      return memory.call("GetMetrics", JsonText.object().put("n", 1)).path("records").asText();
    }
  }

  @Test
  void a_call_that_comes_too_early_is_sent_again_when_the_server_says() {
    refusals = 2;

    assertThat(records()).isEqualTo("3");
    assertThat(bodies).hasSize(3).containsOnly("{\"n\":1}");
    assertThat(connections).hasSize(1);
  }

  @Test
  void what_waiting_does_not_help_is_told_at_once() {
    refusals = 9;
    for (String never : List.of("", "0", "-1", "soon", "601")) {
      bodies.clear();
      retryAfter = never;

      assertThatThrownBy(this::records)
          .isInstanceOf(StartException.class)
          .hasMessage("too many calls");
      assertThat(bodies).hasSize(1);
    }
  }
}
