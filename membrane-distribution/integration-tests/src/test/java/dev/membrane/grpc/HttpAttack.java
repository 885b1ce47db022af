package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Ways to harm a server over HTTP, each one blow of it. The target has the port of HTTP. */
enum HttpAttack {
  /** Requests whose bodies never arrive as a whole. */
  SLOW_BODIES {
    @Override
    void strike(AttackTarget target, Random random) throws IOException {
      for (int i = random.nextInt(80); i >= 0; i--) {
        int announced = 1 + random.nextInt(25_000_000);
        String begun = head("/v1/ingest-event", AttackTarget.INTAKE, announced) + "{\"source\":\"";
        write(target.open(), begun + "x".repeat(random.nextInt(Math.min(16_000, announced))));
      }
    }
  },

  /** Connections that a caller who is known keeps after a call on each. */
  KEPT_CONNECTIONS {
    @Override
    void strike(AttackTarget target, Random random) throws IOException {
      for (int i = random.nextInt(40); i >= 0; i--) {
        ask(target.open(), AttackTarget.READER);
      }
    }
  };

  private static final String QUESTION =
      "{\"trust\":{\"max_sensitivity\":\"low\",\"scopes\":[\"shared\"]}}";

  abstract void strike(AttackTarget target, Random random) throws IOException;

  /** Asks on a connection, and checks that this is answered. */
  static void ask(Socket connection, String key) throws IOException {
    write(connection, head("/v1/retrieve", key, QUESTION.length()) + QUESTION);
    assertThat(new String(connection.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
        .isEqualTo("HTTP/1.1 200");
  }

  private static String head(String path, String key, int length) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
        + key
        + "\r\nContent-Type: application/json\r\nContent-Length: "
        + length
        + "\r\n\r\n";
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }
}
