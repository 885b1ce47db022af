package dev.membrane.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Membrane;
import dev.membrane.schema.JsonString;
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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The calls that are under way when the transport is closed. */
class LastCallsTest {

  private static final String FACT =
      "{\"source\": \"a\", \"subject\": \"user\", \"predicate\": \"likes\", \"object\": \"tea\"}";

  private static final String OBSERVE =
      "POST /v1/ingest-observation HTTP/1.1\r\nHost: localhost\r\n"
          + "Content-Type: application/json\r\nContent-Length: "
          + FACT.length()
          + "\r\n\r\n"
          + FACT;

  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final Membrane membrane =
      Membrane.builder()
          .backgroundJobs(false)
          .store(
              new ForwardingStore(new InMemoryStore()) {
                @Override
                public void commit(Changeset changeset) {
                  // An engine that starts commits, too, and no record.
                  if (!changeset.changes().isEmpty()) {
                    entered.countDown();
                    awaitUninterrupted(goOn);
                  }
                  super.commit(changeset);
                }
              })
          .build();

  @AfterEach
  void close() {
    goOn.countDown();
    membrane.close();
  }

  @Test
  void a_close_waits_for_the_call_under_way() throws Exception {
    HttpTransport transport = transport(Duration.ofMinutes(5));
    try (Socket socket = called(portOf(transport.start()))) {
      entered.await();
      CompletableFuture<Void> stop = CompletableFuture.runAsync(transport::close);
      assertThatThrownBy(() -> stop.get(300, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);

      goOn.countDown();

      assertThat(answered(socket)).startsWith("HTTP/1.1 200 OK");
      stop.get(5, TimeUnit.MINUTES);
    }
  }

  @Test
  void a_call_that_goes_on_after_the_grace_is_cut_and_the_close_is_no_failure() throws Exception {
    HttpTransport transport = transport(Duration.ofMillis(50));
    try (Socket socket = called(portOf(transport.start()))) {
      entered.await();

      transport.close();

      assertThat(answered(socket)).doesNotContain("200 OK");
    }
  }

  private HttpTransport transport(Duration grace) {
    Config config = new Config(Map.of("http_addr", new JsonString("127.0.0.1:0")));
    ConfiguredAccess access = ConfiguredAccess.from(config);
    return new HttpTransport(
        new HttpSetup(
            HttpConfig.from(config, access),
            access.gate(membrane),
            Observer.NONE,
            Tracer.NONE,
            new OpenPages(Optional.empty(), List.of()),
            List.of(),
            grace));
  }

  private static int portOf(String summary) {
    return Integer.parseInt(summary.replaceFirst("(?s)\\D*127\\.0\\.0\\.1:(\\d+).*", "$1"));
  }

  private static Socket called(int port) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.getOutputStream().write(OBSERVE.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static String answered(Socket socket) {
    try {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException cut) {
      return "";
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException cut) {
      Thread.currentThread().interrupt();
    }
  }
}
