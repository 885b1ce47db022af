package dev.membrane.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Membrane;
import dev.membrane.protocol.CallThreads;
import dev.membrane.schema.JsonString;
import dev.membrane.server.Transport;
import dev.membrane.server.internal.access.ConfiguredAccess;
import dev.membrane.spi.Config;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Tracer;
import dev.membrane.store.memory.InMemoryStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConnectionLimiterTest {

  private static final String KEY = "a-key-that-is-long";
  private static final int HALF = 3;

  private final Membrane membrane =
      Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build();
  private final CallThreads threads = new CallThreads("http-test");
  private final Server server = new Server();
  private final ServerConnector connector = new ServerConnector(server, 1, 1);
  private final List<Socket> open = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    Config config =
        new Config(Map.of("api_key", new JsonString(KEY), "http_addr", new JsonString("auto")));
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

  private Socket connection() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort());
    open.add(socket);
    return socket;
  }

  /** Of the answer to one request, which is read to its end. */
  private static String status(Socket socket, String key) throws IOException {
    String request =
        "POST /v1/get-metrics HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
            + key
            + "\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = socket.getInputStream().read();
      assertThat(next).as("after " + head).isNotNegative();
      head.append((char) next);
    }
    String length = head.toString().replaceFirst("(?is).*content-length: (\\d+).*", "$1");
    socket.getInputStream().readNBytes(Integer.parseInt(length));
    return head.substring(9, 12);
  }
}
