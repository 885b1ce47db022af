package dev.membrane.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What monitoring sees while others keep the address busy. */
@Timeout(120)
class MetricsEndpointTest {

  private static final int PATIENCE_MILLIS = 10_000;

  private final MetricsEndpoint endpoint =
      new MetricsEndpoint(
          ListenAddress.parse("127.0.0.1:0"),
          new MetricsPages(() -> "up 1\n", () -> {}, () -> 0, () -> false));

  private final List<Socket> stalled = new ArrayList<>();
  private int port;

  @BeforeEach
  void start() throws IOException {
    String summary = endpoint.start();
    port = Integer.parseInt(summary.substring(summary.lastIndexOf(':') + 1));
    // The first answer loads classes, which takes long on a busy machine.
    assertThat(get("/livez")).isEqualTo("alive\n");
  }

  @AfterEach
  void close() throws IOException {
    for (Socket socket : stalled) {
      socket.close();
    }
    endpoint.close();
  }

  @Test
  void who_stalls_keeps_nobody_from_an_answer() throws IOException {
    stall(64);
    assertAnswersWithinASecond();
    // More than there may be at once.
    stall(256);
    assertAnswersWithinASecond();
  }

  @Test
  void who_stalls_is_given_up() throws IOException {
    stall(1);
    Socket socket = stalled.get(0);
    socket.setSoTimeout(PATIENCE_MILLIS);
    assertThat(isClosedBySender(socket)).isTrue();
    assertThat(get("/livez")).isEqualTo("alive\n");
  }

  private void assertAnswersWithinASecond() throws IOException {
    for (String path : List.of("/livez", "/readyz", "/metrics")) {
      assertThat(fastestOfThree(path)).as(path).isLessThan(TimeUnit.SECONDS.toNanos(1));
    }
  }

  /** On a machine that does other things as well, one of them may wait for a processor. */
  private long fastestOfThree(String path) throws IOException {
    long fastest = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      long began = System.nanoTime();
      assertThat(get(path)).isNotEmpty();
      fastest = Math.min(fastest, System.nanoTime() - began);
    }
    return fastest;
  }

  private String get(String path) throws IOException {
    URI address = URI.create("http://127.0.0.1:" + port + path);
    HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
    connection.setConnectTimeout(PATIENCE_MILLIS);
    connection.setReadTimeout(PATIENCE_MILLIS);
    connection.setRequestProperty("Connection", "close");
    return new String(connection.getInputStream().readAllBytes(), US_ASCII);
  }

  /** Opens connections that begin a request and never end it. */
  private void stall(int times) throws IOException {
    for (int i = 0; i < times; i++) {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
      stalled.add(socket);
      socket.getOutputStream().write("GET /li".getBytes(US_ASCII));
    }
  }

  private static boolean isClosedBySender(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketException reset) {
      return true;
    }
  }
}
