package dev.membrane.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** What is shown without a key. */
class OpenPagesTest {

  private static final String PATH = "/openapi.json";

  @Test
  void a_page_is_shown_to_whoever_has_no_key() {
    try (Site site = Site.started("api_key", "a-key-of-some-length")) {
      assertThat(site.get("/v1/records").statusCode()).isEqualTo(401);
      HttpResponse<String> page = site.get(PATH);
      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.headers().firstValue("content-type")).hasValue("application/json");
      assertThat(page.headers().firstValue("cache-control")).hasValue("no-cache");
      assertThat(page.headers().firstValue("x-content-type-options")).hasValue("nosniff");
    }
  }

  @Test
  void a_page_that_somebody_has_is_not_sent_again() {
    try (Site site = Site.started()) {
      String tag = site.get(PATH).headers().firstValue("etag").orElseThrow();
      HttpResponse<String> same = site.send(site.request(PATH).header("if-none-match", tag).GET());
      assertThat(same.statusCode()).isEqualTo(304);
      assertThat(same.body()).isEmpty();
      assertThat(same.headers().firstValue("etag")).hasValue(tag);
      HttpResponse<String> any = site.send(site.request(PATH).header("if-none-match", "*").GET());
      assertThat(any.statusCode()).isEqualTo(304);
      HttpResponse<String> other =
          site.send(site.request(PATH).header("if-none-match", "\"other\"").GET());
      assertThat(other.statusCode()).isEqualTo(200);
      assertThat(other.body()).isNotEmpty();
    }
  }

  @Test
  void a_page_is_only_read() {
    try (Site site = Site.started()) {
      HttpResponse<String> head =
          site.send(site.request(PATH).method("HEAD", BodyPublishers.noBody()));
      assertThat(head.statusCode()).isEqualTo(200);
      assertThat(head.body()).isEmpty();
      HttpResponse<String> written = site.post(PATH, "{}");
      assertThat(written.statusCode()).isEqualTo(405);
      assertThat(written.headers().firstValue("allow")).hasValue("GET, HEAD");
    }
  }

  @Test
  void a_page_is_not_shown_under_another_name_nor_to_another_page() {
    try (Site site = Site.started()) {
      HttpResponse<String> foreign =
          site.send(site.request(PATH).header("origin", "https://evil.example").GET());
      assertThat(foreign.statusCode()).isEqualTo(403);
      assertThat(site.get("/").statusCode()).isEqualTo(404);
    }
  }
}
