package dev.membrane.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Membrane;
import dev.membrane.protocol.CallThreads;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.server.Transport;
import dev.membrane.server.internal.access.ConfiguredAccess;
import dev.membrane.spi.Config;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Tracer;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.store.memory.InMemoryStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConnectionLimiterTest {

  private static final String KEY = "a-key-that-is-long";
  private static final String OTHER_KEY = "another-key-that-is-long";
  private static final int HALF = 3;

  private volatile Runnable beforeCommit = () -> {};

  private final Membrane membrane =
      Membrane.builder()
          .backgroundJobs(false)
          .store(
              new ForwardingStore(new InMemoryStore()) {
                @Override
                public void commit(Changeset changeset) {
                  beforeCommit.run();
                  super.commit(changeset);
                }
              })
          .build();
  private final CallThreads threads = new CallThreads("http-test");
  private final Server server = new Server();
  private final ServerConnector connector = new ServerConnector(server, 1, 1);
  private final List<Socket> open = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    Config config =
        new Config(
            Map.of(
                "api_key", new JsonString(KEY),
                "principals", new JsonArray(List.of(other())),
                "http_addr", new JsonString("auto")));
    ConfiguredAccess access = ConfiguredAccess.from(config);
    ConnectionLimiter limiter = new ConnectionLimiter(2 * HALF, System::nanoTime);
    HttpSetup setup =
        new HttpSetup(
            HttpConfig.from(config, access),
            access.gate(membrane),
            Observer.NONE,
            Tracer.NONE,
            new OpenPages(Optional.empty(), List.of()),
            List.of(),
            Transport.GRACE);
    server.setHandler(new RequestHandler(setup, threads, limiter));
    connector.setHost("127.0.0.1");
    connector.addBean(limiter);
    server.addConnector(connector);
    server.start();
  }

  @AfterEach
  void stop() throws Exception {
    for (Socket socket : open) {
      socket.close();
    }
    server.stop();
    threads.close();
    membrane.close();
  }

  @Test
  void connections_without_a_known_key_keep_nobody_out_who_has_one() throws IOException {
    Socket known = connection();
    assertThat(status(known, KEY)).isEqualTo("200");
    List<Socket> unknown = new ArrayList<>();
    for (int i = 0; i < 4 * HALF; i++) {
      Socket next = connection();
      unknown.add(next);
      assertThat(status(next, "a-wrong-key")).isEqualTo("401");
    }
    assertThat(unknown.get(0).getInputStream().read()).isNegative();
    assertThat(status(known, KEY)).isEqualTo("200");
    assertThat(status(connection(), KEY)).isEqualTo("200");
  }

  @Test
  void connections_of_one_caller_keep_no_other_out() throws IOException {
    List<Socket> stalled = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Socket next = connection();
      stalled.add(next);
      begin(next, KEY, "Expect: 100-continue\r\n", "");
      assertThat(head(next)).startsWith("HTTP/1.1 100");
    }
    Socket tooMany = connection();
    begin(tooMany, KEY, "", "{}");
    assertThat(answer(tooMany))
        .startsWith("HTTP/1.1 429")
        .containsIgnoringCase("retry-after: 1")
        .contains("too many connections at once, try again later");

    Socket other = connection();
    assertThat(status(other, OTHER_KEY)).isEqualTo("200");
    assertThat(stalled.get(0).getInputStream().read()).isNegative();
    assertThat(status(connection(), KEY)).isEqualTo("429");
    assertThat(status(other, OTHER_KEY)).isEqualTo("200");
    stalled.get(1).getOutputStream().write("{}".getBytes(StandardCharsets.US_ASCII));
    assertThat(answer(stalled.get(1))).startsWith("HTTP/1.1 200");
  }

  @Test
  void a_call_that_the_server_works_on_outlasts_one_that_stalls() throws Exception {
    CountDownLatch isWorking = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    beforeCommit =
        () -> {
          isWorking.countDown();
          await(goOn);
        };
    Socket worked = connection();
    String event = "{\"source\": \"a\", \"event_kind\": \"k\", \"ref\": \"r\", \"scope\": \"s\"}";
    begin(worked, "ingest-event", KEY, "Content-Length: " + event.length() + "\r\n", event);
    await(isWorking);
    Socket stalled = connection();
    begin(stalled, KEY, "Expect: 100-continue\r\n", "");
    assertThat(head(stalled)).startsWith("HTTP/1.1 100");

    assertThat(status(connection(), OTHER_KEY)).isEqualTo("200");
    assertThat(stalled.getInputStream().read()).isNegative();
    goOn.countDown();
    assertThat(answer(worked)).startsWith("HTTP/1.1 200");
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private static JsonObject other() {
    return new JsonObject(
        Map.of(
            "name", new JsonString("other"),
            "api_key_sha256", new JsonString(HttpSite.digest(OTHER_KEY)),
            "max_sensitivity", new JsonString("low"),
            "permissions", new JsonArray(List.of(new JsonString("admin")))));
  }

  private Socket connection() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort());
    open.add(socket);
    return socket;
  }

  /** Of the answer to one request, which is read to its end. */
  private static String status(Socket socket, String key) throws IOException {
    begin(socket, key, "", "{}");
    return answer(socket).substring(9, 12);
  }

  private static void begin(Socket socket, String key, String more, String body)
      throws IOException {
    begin(socket, "get-metrics", key, "Content-Length: 2\r\n" + more, body);
  }

  private static void begin(Socket socket, String call, String key, String more, String body)
      throws IOException {
    String request =
        "POST /v1/"
            + call
            + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
            + key
            + "\r\nContent-Type: application/json\r\n"
            + more
            + "\r\n"
            + body;
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
  }

  private static String answer(Socket socket) throws IOException {
    String head = head(socket);
    String length = head.replaceFirst("(?is).*content-length: (\\d+).*", "$1");
    byte[] body = socket.getInputStream().readNBytes(Integer.parseInt(length));
    return head + new String(body, StandardCharsets.UTF_8);
  }

  private static String head(Socket socket) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = socket.getInputStream().read();
      assertThat(next).as("after " + head).isNotNegative();
      head.append((char) next);
    }
    return head.toString();
  }
}
