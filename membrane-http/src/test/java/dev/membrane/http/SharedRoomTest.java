package dev.membrane.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.protocol.MembraneCalls;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Callers whose bodies are on their way, and others. */
class SharedRoomTest {

  private static final String SLOW = "the-key-of-the-slow";
  private static final String OTHER = "the-key-of-the-other";
  private static final int PART = 1 << 20;

  /** What counts of a part: the first 16 kB of a call are free. */
  private static final int COUNTED = PART - 16 * 1024;

  /** Parts that are more than all requests together may hold. */
  private static final long TOO_MANY =
      Math.max(MembraneCalls.MAX_REQUEST_BYTES, Runtime.getRuntime().maxMemory() / 16) / COUNTED
          + 2;

  @Test
  void bodies_that_do_not_arrive_keep_neither_other_callers_nor_small_calls_out() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try (Site site = Site.started("principals", principals(), "rate_limit_per_second", "0")) {
      for (long sent = 0; sent < TOO_MANY; sent++) {
        slow.add(begun(site));
      }
      awaitRefusal(slow);
      String large = event("large") + " ".repeat(PART);
      assertThat(status(site, OTHER, large)).isEqualTo(200);
      assertThat(status(site, SLOW, large)).isEqualTo(429);
      assertThat(status(site, SLOW, event("small"))).isEqualTo(200);
      HttpRequest.Builder bodiless = site.request("/v1/metrics").GET();
      assertThat(site.send(bodiless.header("authorization", "Bearer " + OTHER)).statusCode())
          .isEqualTo(200);
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  private static Socket begun(Site site) throws IOException {
    Socket socket = new Socket(site.host(), site.port());
    String head =
        "POST /v1/ingest-event HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
            + SLOW
            + "\r\nContent-Type: application/json\r\nContent-Length: 24000000\r\n\r\n";
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().write(new byte[PART]);
    return socket;
  }

  /** One too many is answered before it has arrived. */
  private static void awaitRefusal(List<Socket> slow) throws Exception {
    while (true) {
      for (Socket socket : slow) {
        if (socket.getInputStream().available() > 0) {
          return;
        }
      }
      Thread.sleep(1);
    }
  }

  private static int status(Site site, String key, String event) {
    return site.send(site.json("/v1/ingest-event", event).header("authorization", "Bearer " + key))
        .statusCode();
  }

  private static String event(String summary) {
    return "{\"source\": \"a\", \"event_kind\": \"k\", \"ref\": \"r\", \"scope\": \"s\", \"summary\": \"%s\"}"
        .formatted(summary);
  }

  private static String principals() throws Exception {
    String form =
        "{\"name\": \"%s\", \"api_key_sha256\": \"%s\", \"max_sensitivity\": \"low\","
            + " \"permissions\": [\"ingest\", \"admin\"]}";
    return "["
        + form.formatted("slow", digest(SLOW))
        + ","
        + form.formatted("other", digest(OTHER))
        + "]";
  }

  private static String digest(String key) throws Exception {
    return HexFormat.of()
        .formatHex(
            MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8)));
  }
}
