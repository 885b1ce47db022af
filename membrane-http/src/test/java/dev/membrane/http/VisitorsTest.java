package dev.membrane.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Who may call from where. */
class VisitorsTest {

  @Test
  void a_name_that_was_made_to_lead_here_is_refused() throws IOException {
    try (Site site = Site.started("http_hosts", "memory.example, other.example")) {
      for (String host :
          new String[] {
            "localhost", "localhost:1", "127.0.0.1", "127.1.2.3:9", "[::1]", "Memory.Example:80"
          }) {
        assertThat(statusLine(site, host)).as(host).contains(" 404 ");
      }
      for (String host : new String[] {"evil.example", "127.0.0.1.evil.example", "10.0.0.1"}) {
        assertThat(statusLine(site, host)).as(host).contains(" 421 ");
      }
    }
  }

  private static String statusLine(Site site, String host) throws IOException {
    try (Socket socket = new Socket(site.host(), site.port())) {
      String request =
          "GET /v1/records/none HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return answer.lines().findFirst().orElse("");
    }
  }

  @Test
  void pages_may_call_only_if_they_are_named() {
    try (Site site = Site.started("http_origins", "https://page.example")) {
      HttpResponse<String> other = fromPage(site, "https://evil.example");
      assertThat(other.statusCode()).isEqualTo(403);
      assertThat(other.headers().firstValue("access-control-allow-origin")).isEmpty();
      HttpResponse<String> named = fromPage(site, "https://page.example");
      assertThat(named.statusCode()).isEqualTo(404);
      assertThat(named.headers().firstValue("access-control-allow-origin"))
          .hasValue("https://page.example");
      HttpResponse<String> preflight =
          site.send(
              site.request("/v1/retrieve")
                  .header("origin", "https://page.example")
                  .header("access-control-request-method", "POST")
                  .method("OPTIONS", BodyPublishers.noBody()));
      assertThat(preflight.statusCode()).isEqualTo(204);
      assertThat(preflight.headers().firstValue("access-control-allow-methods")).isPresent();
      assertThat(preflight.headers().firstValue("access-control-allow-headers").orElse(""))
          .contains("authorization", "traceparent", "tracestate");
    }
  }

  @Test
  void without_named_pages_none_may_call() {
    try (Site site = Site.started()) {
      assertThat(fromPage(site, "http://localhost:9821").statusCode()).isEqualTo(403);
      assertThat(fromPage(site, "null").statusCode()).isEqualTo(403);
    }
  }

  @Test
  void a_page_of_the_server_itself_may_call() {
    try (Site site = Site.started()) {
      assertThat(fromPage(site, "http://" + site.address()).statusCode()).isEqualTo(404);
      assertThat(fromPage(site, "https://" + site.address()).statusCode()).isEqualTo(403);
    }
  }

  private static HttpResponse<String> fromPage(Site site, String origin) {
    return site.send(site.request("/v1/records/none").header("origin", origin).GET());
  }

  @Test
  void without_a_key_a_caller_learns_how_to_show_one() {
    try (Site site = Site.started("api_key", "a-long-enough-secret")) {
      HttpResponse<String> refused = site.get("/v1/records/none");
      assertThat(refused.statusCode()).isEqualTo(401);
      assertThat(refused.headers().firstValue("www-authenticate")).hasValue("Bearer");
      HttpResponse<String> let =
          site.send(
              site.request("/v1/records/none")
                  .header("authorization", "Bearer a-long-enough-secret")
                  .GET());
      assertThat(let.statusCode()).isEqualTo(404);
    }
  }

  @Test
  void who_calls_too_often_is_told_when_to_come_again() {
    try (Site site =
        Site.started("api_key", "a-long-enough-secret", "rate_limit_per_second", "0.001")) {
      for (int expected : new int[] {404, 429}) {
        HttpResponse<String> answer =
            site.send(
                site.request("/v1/records/none")
                    .header("authorization", "Bearer a-long-enough-secret")
                    .GET());
        assertThat(answer.statusCode()).isEqualTo(expected);
        assertThat(answer.headers().firstValue("retry-after").isPresent())
            .isEqualTo(expected == 429);
      }
    }
  }

  @Test
  void who_has_used_up_a_quota_is_not_told_to_come_again() {
    String principals =
        """
        [{"name": "small", "api_key_sha256": "%s", "max_sensitivity": "low",
          "permissions": ["ingest"], "scopes": ["a"], "max_records": "1"}]
        """
            .formatted(HttpSite.digest("small-key"));
    String event = "{\"source\": \"a\", \"event_kind\": \"k\", \"ref\": \"r\"}";
    try (Site site = Site.started("principals", principals)) {
      for (int expected : new int[] {200, 429}) {
        HttpResponse<String> answer =
            site.send(
                site.json("/v1/ingest-event", event).header("authorization", "Bearer small-key"));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(expected);
        assertThat(answer.headers().firstValue("retry-after")).isEmpty();
      }
    }
  }

  @Test
  void who_sent_a_batch_over_the_limit_is_told_when_a_call_can_succeed() {
    String item = "{\"event\": {\"source\": \"a\", \"event_kind\": \"k\", \"ref\": \"r\"}}";
    String batch = "{\"items\": [" + item + "," + item + "," + item + "]}";
    try (Site site = Site.started("rate_limit_per_second", "0.001")) {
      site.answer("/v1/ingest-batch", batch);
      HttpResponse<String> refused = site.get("/v1/scopes");
      assertThat(refused.statusCode()).isEqualTo(429);
      // Three calls of a thousand seconds each, less what the test has taken.
      assertThat(Integer.parseInt(refused.headers().firstValue("retry-after").orElseThrow()))
          .isBetween(2_900, 3_000);
    }
  }

  @Test
  void a_request_that_is_refused_at_its_headers_is_read_to_its_end() throws IOException {
    String refused =
        """
        POST /v1/retrieve HTTP/1.1
        Host: localhost
        Content-Type: text/plain
        Content-Length: 20

        """
            .replace("\n", "\r\n");
    String next = "GET /openapi.json HTTP/1.0\r\nHost: localhost\r\n\r\n";
    try (Site site = Site.started();
        Socket socket = new Socket(site.host(), site.port())) {
      OutputStream out = socket.getOutputStream();
      out.write(refused.getBytes(StandardCharsets.US_ASCII));
      out.flush();
      out.write("x".repeat(20).getBytes(StandardCharsets.US_ASCII));
      out.write(next.getBytes(StandardCharsets.US_ASCII));
      String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(answers).startsWith("HTTP/1.1 415 ").contains("HTTP/1.1 200 OK");
    }
  }

  @Test
  void a_request_without_a_body_needs_no_content_type() throws Exception {
    String request = "POST /v1/list-scopes HTTP/1.0\r\nHost: localhost\r\n\r\n";
    try (Site site = Site.started();
        Socket socket = new Socket(site.host(), site.port())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));

      assertThat(socket.getInputStream().readAllBytes()).asString().contains(" 200 OK\r\n");
    }
  }

  @Test
  void a_body_that_is_refused_before_it_is_sent_is_not_asked_for() throws IOException {
    String refused =
        """
        POST /v1/retrieve HTTP/1.1
        Host: localhost
        Content-Type: application/json
        Content-Length: 25165825
        Expect: 100-continue

        """
            .replace("\n", "\r\n");
    try (Site site = Site.started();
        Socket socket = new Socket(site.host(), site.port())) {
      OutputStream out = socket.getOutputStream();
      out.write(refused.getBytes(StandardCharsets.US_ASCII));
      out.flush();
      String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(answers).startsWith("HTTP/1.1 413 ");
    }
  }

  @Test
  void who_sends_far_too_much_still_sees_the_answer() {
    try (Site site = Site.started()) {
      byte[] large = new byte[40_000_000];
      for (int i = 0; i < 4; i++) {
        HttpResponse<String> answer =
            site.send(
                site.request("/v1/ingest-event")
                    .header("content-type", "application/json")
                    .POST(BodyPublishers.ofByteArray(large)));
        assertThat(answer.statusCode()).isEqualTo(413);
      }
    }
  }
}
