package dev.membrane.server.internal.metrics;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.server.ListenAddress;
import dev.membrane.server.monitoring.MetricsPages;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What monitoring sees while others keep the address busy. */
class MetricsEndpointTest {

  private static final int PATIENCE_MILLIS = 60_000;

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
    assertThat(get("/livez")).isEqualTo("alive\n");
  }

  @AfterEach
  void close() throws IOException {
    close(stalled);
    endpoint.close();
  }

  private static void close(List<Socket> sockets) throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    sockets.clear();
  }

  @Test
  void who_stalls_keeps_nobody_from_an_answer() throws IOException {
    assertAnsweredBeside(64);
    // More than there may be at once.
    assertAnsweredBeside(256);
  }

  @Test
  void who_stalls_is_given_up() throws IOException {
    stall(1);
    Socket socket = stalled.get(0);
    socket.setSoTimeout(PATIENCE_MILLIS);
    assertThat(isClosedBySender(socket)).isTrue();
    assertThat(get("/livez")).isEqualTo("alive\n");
  }

  /** Who stalls is given up after some seconds, within which a busy machine may not answer. */
  private void assertAnsweredBeside(int stalling) throws IOException {
    boolean isBeside = false;
    for (int i = 0; i < 20 && !isBeside; i++) {
      close(stalled);
      stall(stalling);
      for (String path : List.of("/livez", "/readyz", "/metrics")) {
        assertThat(get(path)).as(path).isNotEmpty();
      }
      isBeside = isOpen(stalled.get(stalling - 1));
    }
    assertThat(isBeside).as("answered before the last one is given up").isTrue();
  }

  private static boolean isOpen(Socket socket) throws IOException {
    socket.setSoTimeout(1);
    try {
      return !isClosedBySender(socket);
    } catch (SocketTimeoutException silent) {
      return true;
    }
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
