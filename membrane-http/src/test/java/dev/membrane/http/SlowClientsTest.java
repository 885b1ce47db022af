package dev.membrane.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.tck.Trials;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class SlowClientsTest {

  private static final String BEGUN =
      "POST /v1/retrieve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: 100\r\n\r\n{";

  @Test
  void a_connection_whose_headers_dribble_is_closed() throws Exception {
    try (Site site = Site.started();
        Socket slow = new Socket(site.host(), site.port())) {
      long start = System.nanoTime();
      assertThat(diesWhileDribbling(slow)).isTrue();
      assertThat(System.nanoTime() - start).isBetween(5_000_000_000L, 30_000_000_000L);
    }
  }

  private static boolean diesWhileDribbling(Socket slow) throws Exception {
    byte[] head = ("GET / HTTP/1.1\r\nX: " + "x".repeat(400)).getBytes(StandardCharsets.US_ASCII);
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

  @Test
  void those_who_wait_do_not_slow_the_others() throws IOException {
    List<Socket> waiting = new ArrayList<>();
    try (Site site = Site.started()) {
      times(site);
      double quiet = quickest(site);
      for (int i = 0; i < Trials.of(60); i++) {
        Socket one = new Socket(site.host(), site.port());
        waiting.add(one);
        // Idle, within the headers, or within the body.
        String begun = BEGUN.substring(0, i % 3 * BEGUN.length() / 2);
        one.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
      }
      assertThat(quickest(site)).isLessThan(Math.max(2 * quiet, 20e6));
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

  /** Of several, for the machine may have other work. */
  private static double quickest(Site site) {
    return IntStream.range(0, 3).mapToDouble(i -> times(site)).min().orElseThrow();
  }

  /** The 95th percentile in nanoseconds. */
  private static double times(Site site) {
    long[] nanos = new long[400];
    for (int i = 0; i < nanos.length; i++) {
      long start = System.nanoTime();
      site.answer("/v1/retrieve", "{\"trust\": {\"max_sensitivity\": \"low\"}}");
      nanos[i] = System.nanoTime() - start;
    }
    Arrays.sort(nanos);
    return nanos[nanos.length * 95 / 100];
  }
}
