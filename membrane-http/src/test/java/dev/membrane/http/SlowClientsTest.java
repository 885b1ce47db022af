package dev.membrane.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.tck.Trials;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlowClientsTest {

  private static final String BEGUN =
      "POST /v1/retrieve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: 100\r\n\r\n{";

  private static final String REST =
      "%-99s".formatted("\"trust\": {\"max_sensitivity\": \"low\"}}");

  @Test
  void a_connection_whose_headers_dribble_is_closed() throws Exception {
    try (Site site = Site.started();
        Socket slow = new Socket(site.host(), site.port())) {
      long start = System.nanoTime();
      assertThat(diesWhileDribbling(slow)).isTrue();
      assertThat(System.nanoTime() - start).isGreaterThan(5_000_000_000L);
    }
  }

  private static boolean diesWhileDribbling(Socket slow) throws Exception {
    byte[] head = ("GET / HTTP/1.1\r\nX: " + "x".repeat(2_000)).getBytes(StandardCharsets.US_ASCII);
    slow.setSoTimeout(100);
    int sent = 0;
    while (sent < head.length) {
      try {
        slow.getOutputStream().write(head[sent]);
        if (slow.getInputStream().read() < 0) {
          return true;
        }
        sent++;
      } catch (SocketException closed) {
        return true;
      } catch (SocketTimeoutException notYet) {
        sent++;
      }
    }
    return false;
  }

  /** More of each kind than there are threads to read, or to work. */
  @Test
  void those_who_wait_take_no_thread_from_the_others() throws IOException {
    List<Socket> waiting = new ArrayList<>();
    try (Site site = Site.started()) {
      for (int i = 0; i < Trials.of(60); i++) {
        Socket one = new Socket(site.host(), site.port());
        waiting.add(one);
        // Idle, within the headers, or within the body.
        String begun = BEGUN.substring(0, i % 3 * BEGUN.length() / 2);
        one.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
      }
      for (int i = 0; i < 50; i++) {
        site.answer("/v1/retrieve", "{" + REST.strip());
      }
      Socket last = waiting.get(waiting.size() - 1);
      last.getOutputStream().write(REST.getBytes(StandardCharsets.US_ASCII));
      assertThat(last.getInputStream().readNBytes(12)).asString().isEqualTo("HTTP/1.1 200");
    } finally {
      for (Socket one : waiting) {
        one.close();
      }
    }
  }

  @Test
  void an_address_may_come_again_and_again() throws IOException {
    String request = "GET /v1/none HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    try (Site site = Site.started()) {
      for (int i = 0; i < 2_100; i++) {
        try (Socket one = new Socket(site.host(), site.port())) {
          one.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
          assertThat(one.getInputStream().readAllBytes()).asString().startsWith("HTTP/1.1 404");
        }
      }
    }
  }
}
