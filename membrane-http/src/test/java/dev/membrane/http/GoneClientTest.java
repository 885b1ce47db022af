package dev.membrane.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.store.memory.InMemoryStore;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Clients that do other things than to wait while their call is under way. */
class GoneClientTest {

  private static final String FACT =
      "{\"source\": \"a\", \"subject\": \"user\", \"predicate\": \"likes\", \"object\": \"tea\"}";

  private static final String RETRIEVE =
      """
      POST /v1/retrieve HTTP/1.1
      Host: localhost
      Content-Type: application/json
      Content-Length: 40

      {"trust": {"max_sensitivity": "hyper"} }"""
          .replace("\n", "\r\n");

  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private volatile boolean isWatched;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final ForwardingStore store =
      new ForwardingStore(new InMemoryStore()) {
        @Override
        public List<Hit> search(Filter filter, int limit) {
          if (isWatched) {
            asked.add("search");
            entered.countDown();
            await(goOn);
          }
          return super.search(filter, limit);
        }

        @Override
        public List<RecordHeader> headers(Collection<String> ids, Instant at) {
          if (isWatched) {
            asked.add("headers");
          }
          return super.headers(ids, at);
        }
      };

  @Test
  void for_a_client_that_has_gone_nothing_more_is_read() throws IOException {
    List<String> told;
    try (Site site = Site.over(store)) {
      told = site.told;
      site.answer("/v1/ingest-observation", FACT);
      isWatched = true;
      Socket socket = new Socket(site.host(), site.port());
      send(socket, RETRIEVE);
      await(entered);
      socket.close();
      goOn.countDown();
    }
    assertThat(asked).containsExactly("search");
    assertThat(told).last().isEqualTo("http/Retrieve CANCELLED");
  }

  @Test
  void a_client_that_asks_the_next_thing_meanwhile_gets_both_answers() throws IOException {
    try (Site site = Site.over(store);
        Socket socket = new Socket(site.host(), site.port())) {
      site.answer("/v1/ingest-observation", FACT);
      isWatched = true;
      send(socket, RETRIEVE);
      await(entered);
      send(socket, "GET /v1/scopes HTTP/1.0\r\nHost: localhost\r\n\r\n");
      goOn.countDown();
      String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(answers.split("HTTP/1\\.1 200 OK", -1)).as(answers).hasSize(3);
      assertThat(answers).contains("\"likes\"").endsWith("\"next_cursor\":\"\"}");
    }
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new AssertionError(stop);
    }
  }
}
