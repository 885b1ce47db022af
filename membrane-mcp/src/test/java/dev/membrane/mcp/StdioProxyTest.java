package dev.membrane.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.membrane.schema.JsonString;
import dev.membrane.server.command.CommandContext;
import dev.membrane.spi.Config;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a host is told of a server's answers. */
class StdioProxyTest {

  private final AtomicInteger calls = new AtomicInteger();
  private final StringWriter out = new StringWriter();
  private HttpServer server;
  private ExecutorService threads;
  private String answer = "";
  private volatile CompletableFuture<?> hold = CompletableFuture.completedFuture(null);

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    threads = Executors.newCachedThreadPool();
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          calls.incrementAndGet();
          hold.join();
          byte[] body = answer.getBytes(UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private String told(Optional<String> key) {
    return told(key, true);
  }

  private String told(Optional<String> key, boolean isWanted) {
    ping(proxy(key, Duration.ofSeconds(30)), isWanted);
    return out.toString().strip();
  }

  private StdioProxy proxy(Optional<String> key, Duration answeredWithin) {
    Config config =
        new Config(
            Map.of(
                "backend",
                new JsonString("postgres"),
                "http_addr",
                new JsonString("127.0.0.1:" + server.getAddress().getPort())));
    CommandContext context =
        (CommandContext)
            Proxy.newProxyInstance(
                CommandContext.class.getClassLoader(),
                new Class<?>[] {CommandContext.class},
                (self, method, words) -> method.getName().equals("config") ? config : key);
    return new StdioProxy(
        new ServerFinder(context), Optional.empty(), new PrintWriter(out, true), answeredWithin);
  }

  private static void ping(StdioProxy proxy, boolean isWanted) {
    byte[] line = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}".getBytes(UTF_8);
    proxy.pass(proxy.read(line).orElseThrow(), line, () -> isWanted);
  }

  @Test
  void an_answer_is_passed_on_however_deep_its_records_are() {
    String deepest = "[".repeat(199) + "]".repeat(199);
    answer =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"structuredContent\":{\"records\":["
            + "{\"payload\":{\"kind\":\"episodic\",\"tool_graph\":[{\"args\":{\"a\":"
            + deepest
            + "}}]}}]}}}";

    assertThat(told(Optional.empty())).isEqualTo(answer);
  }

  @Test
  @Timeout(60)
  void a_server_that_hangs_is_told_of_and_answers_again_later() {
    answer = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";
    hold = new CompletableFuture<>();
    StdioProxy proxy = proxy(Optional.empty(), Duration.ofSeconds(2));
    ping(proxy, true);
    assertThat(out.toString())
        .contains("-32603", "has not answered within 2 s, and may still do what was asked")
        .contains("Try again; if it hangs, restart membraned");
    assertThat(calls).as("it is not sent again").hasValue(1);

    hold.complete(null);
    ping(proxy, true);
    assertThat(out.toString().lines().toList()).hasSize(2).last().isEqualTo(answer);
  }

  @Test
  void what_nobody_waits_for_is_not_answered() {
    answer = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";
    assertThat(told(Optional.empty(), false)).isEmpty();
    assertThat(calls).hasValue(1);
  }

  @Test
  void a_key_that_no_header_can_carry_is_not_shown_to_the_host() {
    assertThat(told(Optional.of("my-secret\n")))
        .contains("-32603", "MEMBRANE_CLIENT_KEY has characters that no header can carry")
        .doesNotContain("my-secret");
    assertThat(calls).hasValue(0);
  }
}
