package dev.membrane.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.tck.Seed;
import dev.membrane.tck.Trials;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MalformedRequestsTest {

  private static final int TRIES = Trials.of(3_000);

  private static final List<String> PATHS =
      List.of(
          "/v1/ingest-event",
          "/v1/ingest-record",
          "/v1/ingest-tool-output",
          "/v1/retrieve",
          "/v1/supersede",
          "/v1/merge",
          "/v1/penalize",
          "/membrane.v1.MembraneService/IngestRecord",
          "/membrane.v1.MembraneService/Retrieve",
          "/membrane.v1.MembraneService/IngestObservation");

  /** How the classes of the parsers, and the paths that they print, show. */
  private static final String[] LIBRARIES = {
    "com.", "java.", "JsonReader", "StreamRead", "Exception", "START_OBJECT", "path $"
  };

  /** None of them has all that is required. */
  private static final List<String> BODIES =
      List.of(
          "{\"source\": \"a\", \"event_kind\": \"k\", \"tags\": [\"t\"]}",
          "{\"source\": \"a\", \"record\": {\"type\": \"semantic\", \"payload\": {}}}",
          "{\"trust\": {\"max_sensitivity\": \"lowest\"}, \"limit\": 5, \"min_salience\": 0.5}",
          "{\"ids\": [\"x\"], \"merged_record\": [1, 2, {\"a\": null}], \"amount\": 1e400}",
          "{\"oldId\": \"x\", \"newRecord\": \"{\\\"a\\\": 1}\", \"timestamp\": \"soon\"}");

  @Test
  void no_malformed_request_is_a_fault_of_the_server_or_leaves_anything(TestInfo test) {
    long seed = Seed.number(test);
    Random random = new Random(seed);
    try (Site site = Site.started()) {
      for (int i = 0; i < TRIES; i++) {
        byte[] body = mutated(random);
        String path = PATHS.get(random.nextInt(PATHS.size()));
        String type = random.nextInt(8) == 0 ? "application/proto" : "application/json";
        HttpRequest.Builder request =
            site.request(path).header("content-type", type).POST(BodyPublishers.ofByteArray(body));
        HttpResponse<String> answer = site.send(request);
        assertThat(answer.statusCode())
            .as("seed %s: %s %s", seed, path, new String(body, StandardCharsets.ISO_8859_1))
            .isBetween(400, 499);
        assertThat(answer.body()).doesNotContain(LIBRARIES);
      }
      assertThat(site.records()).isZero();
    }
  }

  private static byte[] mutated(Random random) {
    byte[] body = BODIES.get(random.nextInt(BODIES.size())).getBytes(StandardCharsets.UTF_8);
    for (int i = random.nextInt(4); i >= 0; i--) {
      body[random.nextInt(body.length)] = (byte) random.nextInt(256);
    }
    return body;
  }

  @Test
  void a_refusal_is_in_words_of_our_own() {
    String deep = "{\"record\": " + "[".repeat(2_000) + "]".repeat(2_000) + "}";
    try (Site site = Site.started()) {
      for (String path : PATHS) {
        for (String body : List.of("{", "[]", "{,}", "{'a': 1}", "{\"a\" 1}", "\u0000", deep)) {
          HttpResponse<String> answer = site.post(path, body);
          assertThat(answer.statusCode()).as("%s %s", path, body).isBetween(400, 499);
          assertThat(answer.body()).as("%s %s", path, body).doesNotContain(LIBRARIES);
        }
      }
    }
  }

  @Test
  void what_is_no_http_is_no_fault_of_the_server() throws IOException {
    Random random = new Random(1);
    try (Site site = Site.started()) {
      for (int i = 0; i < 300; i++) {
        byte[] head =
            "POST /v1/retrieve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}"
                .getBytes(StandardCharsets.US_ASCII);
        head[random.nextInt(head.length - 6)] = (byte) random.nextInt(256);
        try (Socket socket = new Socket(site.host(), site.port())) {
          socket.getOutputStream().write(head);
          socket.shutdownOutput();
          String answer =
              new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
          assertThat(answer).doesNotStartWith("HTTP/1.1 500");
        }
      }
      assertThat(site.get("/openapi.json").statusCode()).isEqualTo(200);
    }
  }

  /** Those that anything here or in the web server reads. */
  private static final List<String> HEADERS =
      List.of(
          "Content-Type",
          "Content-Encoding",
          "Accept",
          "Accept-Encoding",
          "Authorization",
          "Origin",
          "Cookie",
          "Range",
          "If-None-Match",
          "Expect",
          "Upgrade",
          "Forwarded",
          "X-Forwarded-For",
          "X-Request-Id",
          "traceparent",
          "tracestate",
          "Connect-Timeout-Ms",
          "Connect-Protocol-Version",
          "Access-Control-Request-Method");

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", ";", ",", "=", "\"", "a;b=\"", ";charset=x", "%", "-1", "\u00e9", "a/"})
  void no_value_of_a_header_is_a_fault_of_the_server(String value) throws IOException {
    try (Site site = Site.started()) {
      for (String header : HEADERS) {
        for (String line : List.of("POST /v1/list-scopes", "GET /v1/records/x", "GET /livez")) {
          String head =
              "%s HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nConnection: close\r\n%s: %s\r\n\r\n{}"
                  .formatted(line, header, value);
          String answer = answered(site, head);
          assertThat(answer).as("%s: %s", header, value).startsWith("HTTP/1.1 ");
          assertThat(answer).as("%s: %s", header, value).doesNotStartWith("HTTP/1.1 5");
        }
      }
    }
  }

  private static String answered(Site site, String request) throws IOException {
    try (Socket socket = new Socket(site.host(), site.port())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a%2Fb", "a%5Cb", "%25", "%2e%2e%2fx", "a%20b", "x%3By"})
  void an_id_that_no_record_has_is_not_found_whatever_its_characters(String id) {
    try (Site site = Site.started()) {
      for (String path : List.of("/v1/records/" + id, "/v1/records/" + id + "/audit")) {
        HttpResponse<String> answer = site.get(path);
        assertThat(answer.statusCode()).as(path + answer.body()).isEqualTo(404);
        assertThat(answer.body()).contains("record not found");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Content-Encoding: gzip, 415",
    "Content-Encoding: identity; gzip, 415",
    "Content-Encoding: identity + Content-Encoding: gzip, 415",
    "Transfer-Encoding: gzip; chunked, 501",
    "Content-Encoding: identity; identity, 200",
    "Content-Encoding: Identity, 200"
  })
  void a_body_in_an_encoding_is_refused_whatever_is_named_beside_it(String headers, int status)
      throws IOException {
    boolean isChunked = headers.startsWith("Transfer-Encoding");
    String head =
        "POST /v1/list-scopes HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + "Content-Type: application/json\r\n"
            + (isChunked ? "" : "Content-Length: 2\r\n")
            + headers.replace(";", ",").replace(" + ", "\r\n")
            + "\r\n\r\n"
            + (isChunked ? "2\r\n{}\r\n0\r\n\r\n" : "{}");
    try (Site site = Site.started()) {
      assertThat(answered(site, head)).startsWith("HTTP/1.1 " + status);
    }
  }

  @Test
  void what_the_web_server_refuses_is_shown_to_a_page_that_may_call() throws IOException {
    String head =
        """
        GET /v1/.%2e/x HTTP/1.1\r
        Host: localhost\r
        Connection: close\r
        Origin: https://page.example\r
        \r
        """;
    try (Site site = Site.started("http_origins", "https://page.example")) {
      assertThat(answered(site, head))
          .startsWith("HTTP/1.1 400")
          .containsIgnoringCase("access-control-allow-origin: https://page.example\r\n");
      assertThat(answered(site, head.replace("page.example", "evil.example")))
          .startsWith("HTTP/1.1 400")
          .doesNotContainIgnoringCase("access-control-allow-origin");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET /livez HTTP/1.2, 505, UNIMPLEMENTED, HTTP/1.1",
    "GET /v1/records/#LONG HTTP/1.1, 414, INVALID_ARGUMENT, longer than 16 KiB",
    "GET /v1/records HTTP/1.1 + X: #LONG, 431, INVALID_ARGUMENT, longer than 16 KiB",
    "GET /v1/records HTTP/1.1 + Expect: cake, 417, INVALID_ARGUMENT, 100-continue",
    "GET /v1/records HTTP/1.1 + Host: other, 400, INVALID_ARGUMENT, no valid request",
    "GET /v1/.%2e/x HTTP/1.1, 400, INVALID_ARGUMENT, two ways",
    "GET /v1/scopes;x=y HTTP/1.1, 400, INVALID_ARGUMENT, two ways",
    "GET /v1;x/scopes HTTP/1.1, 400, INVALID_ARGUMENT, two ways",
    "GET /v1/records/../scopes HTTP/1.1, 400, INVALID_ARGUMENT, two ways",
    "GET /v1/./scopes HTTP/1.1, 400, INVALID_ARGUMENT, two ways",
    "GET /v1/scopes/. HTTP/1.1, 400, INVALID_ARGUMENT, two ways",
    "GET /health/.. HTTP/1.1, 400, INVALID_ARGUMENT, two ways"
  })
  void what_the_web_server_refuses_is_told_as_all_else(
      String request, int status, String code, String words) throws IOException {
    String head =
        request.replace("#LONG", "x".repeat(17_000)).replace(" + ", "\r\n")
            + "\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    try (Site site = Site.started();
        Socket socket = new Socket(site.host(), site.port())) {
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      String answer =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      assertThat(answer)
          .startsWith("HTTP/1.1 " + status)
          .containsIgnoringCase("x-request-id: ")
          .contains("\"code\":\"" + code + "\"")
          .contains(words);
    }
  }
}
