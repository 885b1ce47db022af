package dev.membrane.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Streams whose client waits for an answer before it sends any more. */
class OpenStreamTest {

  private static final String KEY = "a-long-enough-secret";
  private static final String ITEM =
      "{\"event\": {\"source\": \"a\", \"event_kind\": \"k\", \"ref\": \"r\"}}\n";

  /** Streams that may be open at once. */
  private static final int MAX = 256;

  /** Those of one caller that count against others. */
  private static final int SHARE = MAX / 8;

  @Test
  void an_unknown_key_is_refused_while_the_body_stays_open() throws IOException {
    try (Site site = Site.started("api_key", KEY);
        Client client = new Client(site, "unknown-key-of-nobody")) {
      client.send(ITEM);
      assertThat(client.answer())
          .startsWith("http/1.1 401 ")
          .endsWith("\"code\":\"UNAUTHENTICATED\",\"message\":\"unknown api key\"}");
    }
  }

  @Test
  void a_second_key_is_refused_whichever_of_them_is_known() throws IOException {
    try (Site site = Site.started("api_key", KEY);
        Client first = new Client(site, KEY, "Authorization: Bearer unknown-key-of-nobody");
        Client second = new Client(site, "unknown-key-of-nobody", "Authorization: Bearer " + KEY)) {
      for (Client client : List.of(first, second)) {
        assertThat(client.answer())
            .startsWith("http/1.1 401 ")
            .contains("the header 'authorization' is there more than once");
      }
    }
  }

  @Test
  void what_a_refused_client_still_sends_is_read_and_dropped() throws IOException {
    String large = "x".repeat(1 << 20);
    try (Site site = Site.started("api_key", KEY);
        Client client = new Client(site, "unknown-key-of-nobody")) {
      for (int i = 0; i < 20; i++) {
        client.send(large);
      }
      client.finish();
      assertThat(client.answer()).startsWith("http/1.1 401 ");
      client.ask("GET /openapi.json HTTP/1.0\r\nHost: localhost\r\n\r\n");
      assertThat(client.head()).startsWith("http/1.1 200 ");
      assertThat(site.records()).isZero();
    }
  }

  @Test
  void a_stream_too_many_is_refused_while_its_body_stays_open() throws IOException {
    List<Client> clients = new ArrayList<>();
    try (Site site = Site.started("api_key", KEY, "rate_limit_per_second", "0")) {
      for (int i = 0; i < MAX; i++) {
        Client client = new Client(site, KEY);
        clients.add(client);
        assertThat(client.head()).startsWith("http/1.1 200 ");
      }
      Client another = new Client(site, KEY);
      clients.add(another);
      another.send(ITEM);
      assertThat(another.answer()).startsWith("http/1.1 429 ").contains("too many streams at once");
    } finally {
      for (Client client : clients) {
        client.close();
      }
    }
  }

  @Test
  void streams_of_two_callers_keep_no_third_one_out() throws IOException {
    List<Client> clients = new ArrayList<>();
    try (Site site = Site.started("principals", principals(), "rate_limit_per_second", "0")) {
      for (int i = 0; i < MAX; i++) {
        Client client = new Client(site, "key-of-" + i % 2);
        clients.add(client);
        assertThat(client.head()).startsWith("http/1.1 200 ");
      }
      for (int i = 0; i < SHARE; i++) {
        Client other = new Client(site, "key-of-2");
        clients.add(other);
        assertThat(other.head()).startsWith("http/1.1 200 ");
      }
      for (int i = 0; i < 3; i++) {
        Client another = new Client(site, "key-of-" + i);
        clients.add(another);
        assertThat(another.answer()).startsWith("http/1.1 429 ").contains("too many streams");
      }
    } finally {
      for (Client client : clients) {
        client.close();
      }
    }
  }

  private static String principals() {
    return IntStream.range(0, 3)
        .mapToObj(
            i ->
                """
                {"name": "%s", "api_key_sha256": "%s", "max_sensitivity": "low",
                 "permissions": ["ingest"]}"""
                    .formatted("caller" + i, HttpSite.digest("key-of-" + i)))
        .collect(Collectors.joining(",", "[", "]"));
  }

  @Test
  void a_revoked_key_ends_its_stream_though_nothing_is_sent() throws IOException {
    try (Site site = Site.started("api_key", KEY);
        Client client = new Client(site, KEY)) {
      assertThat(client.head()).startsWith("http/1.1 200 ");
      client.send(ITEM);
      assertThat(client.chunk()).contains("\"created\"");
      site.changeKey("another-long-secret");
      assertThat(client.chunk()).contains("\"code\":\"UNAUTHENTICATED\"");
      assertThat(client.chunk()).isEmpty();
    }
  }

  @Test
  void a_stream_past_its_deadline_ends_as_other_calls_do() throws IOException {
    try (Site site = Site.started("api_key", KEY, "rate_limit_per_second", "0")) {
      String answered = "";
      // On a busy machine the time may be over before the stream has begun.
      for (int millis = 2_000; answered.isEmpty() && millis < 100_000; millis *= 2) {
        answered = lastOfStreamWithin(site, millis);
      }
      assertThat(answered)
          .contains("\"status\":504,\"code\":\"DEADLINE_EXCEEDED\"")
          .contains("the time for the call is over");
    }
  }

  /** What a stream is answered in the end that has so much time; empty: it has not begun. */
  private static String lastOfStreamWithin(Site site, int millis) throws IOException {
    try (Client client = new Client(site, KEY, "Connect-Timeout-Ms: " + millis)) {
      String answered = "";
      boolean isBegun = client.head().startsWith("http/1.1 200 ");
      while (isBegun && !answered.contains("\"status\"")) {
        client.send(ITEM);
        answered = client.chunk();
      }
      return answered;
    }
  }

  @Test
  void a_stream_whose_time_is_over_or_that_has_parameters_is_not_begun() {
    try (Site site = Site.started()) {
      HttpResponse<String> late = site.send(stream(site, "").header("connect-timeout-ms", "0"));
      assertThat(late.statusCode()).as(late.body()).isEqualTo(504);
      HttpResponse<String> asked = site.send(stream(site, "?x=1"));
      assertThat(asked.statusCode()).as(asked.body()).isEqualTo(400);
      assertThat(asked.body()).contains("unknown parameter: x");
      assertThat(site.records()).isZero();
    }
  }

  @Test
  void a_stream_of_a_caller_who_may_not_ingest_is_not_begun() throws IOException {
    String principals =
        """
        [{"name": "reader", "api_key_sha256": "%s", "max_sensitivity": "low", "scopes": ["a"],
          "permissions": ["retrieve"]}]"""
            .formatted(HttpSite.digest(KEY));
    try (Site site = Site.started("principals", principals)) {
      for (String sent : List.of(ITEM, "")) {
        try (Client client = new Client(site, KEY)) {
          client.send(sent);
          client.finish();
          assertThat(client.answer())
              .startsWith("http/1.1 403 ")
              .contains("ingesting needs the permission ingest");
        }
      }
      assertThat(site.records()).isZero();
    }
  }

  private static HttpRequest.Builder stream(Site site, String parameters) {
    return site.request("/v1/ingest-stream" + parameters)
        .header("content-type", "application/x-ndjson")
        .POST(BodyPublishers.ofString(ITEM));
  }

  /** A client that gives up if there is no answer before the limit for idle ones. */
  private static final class Client implements Closeable {

    private static final int PATIENCE_MILLIS = 50_000;

    private final Socket socket;
    private final OutputStream out;
    private final InputStream in;

    Client(Site site, String key, String... headers) throws IOException {
      socket = new Socket(site.host(), site.port());
      socket.setSoTimeout(PATIENCE_MILLIS);
      out = socket.getOutputStream();
      in = new BufferedInputStream(socket.getInputStream());
      ask(
          "POST /v1/ingest-stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
              + key
              + "\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n"
              + String.join("", List.of(headers).stream().map(it -> it + "\r\n").toList())
              + "\r\n");
    }

    void ask(String text) throws IOException {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    }

    void send(String part) throws IOException {
      ask(Integer.toHexString(part.length()) + "\r\n" + part + "\r\n");
    }

    void finish() throws IOException {
      ask("0\r\n\r\n");
    }

    /** The headers of an answer, in small letters. */
    String head() throws IOException {
      StringBuilder head = new StringBuilder();
      for (String line = line(); !line.isEmpty(); line = line()) {
        head.append(line.toLowerCase(Locale.ROOT)).append('\n');
      }
      return head.toString();
    }

    /** A whole answer that is not streamed. */
    String answer() throws IOException {
      String head = head();
      String length = head.replaceFirst("(?s)^.*\ncontent-length: (\\d+)\n.*$", "$1");
      return head + text(Integer.parseInt(length));
    }

    /** The next chunk of a streamed answer; empty: its end. */
    String chunk() throws IOException {
      String length = line();
      while (length.isEmpty()) {
        length = line(); // The line break after a chunk may come with the next one only.
      }
      return text(Integer.parseInt(length, 16));
    }

    private String line() throws IOException {
      StringBuilder line = new StringBuilder();
      for (int next = in.read(); next != '\n'; next = in.read()) {
        assertThat(next).as("the next byte after " + line).isNotNegative();
        line.append((char) next);
      }
      return line.toString().strip();
    }

    private String text(int length) throws IOException {
      byte[] text = in.readNBytes(length);
      assertThat(text).hasSize(length);
      return new String(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
