package dev.membrane.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An audit log can be checked by whoever reads it, without the server. */
class AuditProofTest {

  @Test
  void every_hash_follows_from_its_entry_and_the_hash_before() throws Exception {
    try (Site site = Site.started()) {
      String id = recordOfThreeEntries(site);
      JsonNode entries = Site.answered(site.get("/v1/records/" + id + "/audit")).path("entries");
      assertThat(entries).hasSize(3);
      String before = "";
      for (JsonNode entry : entries) {
        String content = entry.path("content_hash").asText();
        assertThat(hash(before, id, entry, content)).isEqualTo(entry.path("hash").asText());
        assertThat(hash(before, id, entry, content + "0"))
            .isNotEqualTo(entry.path("hash").asText());
        before = entry.path("hash").asText();
      }
    }
  }

  /** What a content was hashed without a secret would tell whether a guess of it is right. */
  @Test
  void an_entry_whose_content_could_be_guessed_gives_only_its_hash() {
    try (Site site = Site.started()) {
      String id = recordOfThreeEntries(site);
      site.answer("/v1/delete", "{\"id\": \"" + id + "\", \"reason\": \"wrong\"}");
      JsonNode entries = Site.answered(site.get("/v1/records/" + id + "/audit")).path("entries");
      assertThat(entries.get(2).has("content_hash")).isTrue();
      assertThat(entries.get(3).path("action").asText()).isEqualTo("delete");
      assertThat(entries.get(3).path("hash").asText()).hasSize(64);
      assertThat(entries.get(3).has("content_hash")).isFalse();
      assertThat(entries.get(3).has("rationale_hash")).isFalse();
    }
  }

  private static String recordOfThreeEntries(Site site) {
    String id =
        site.answer(
                "/v1/ingest-observation",
                "{\"source\": \"s\", \"subject\": \"a\", \"predicate\": \"b\", \"object\": \"ü\"}")
            .path("record")
            .path("id")
            .asText();
    site.answer("/v1/reinforce", "{\"id\": \"" + id + "\", \"rationale\": \"it helped, é\"}");
    site.answer("/v1/penalize", "{\"id\": \"" + id + "\", \"amount\": 0.1, \"rationale\": \"\"}");
    return id;
  }

  private static String hash(String before, String id, JsonNode entry, String content)
      throws Exception {
    StringBuilder text = new StringBuilder();
    for (String part :
        List.of(
            before,
            id,
            entry.path("action").asText(),
            entry.path("actor").asText(),
            entry.path("timestamp").asText(),
            entry.path("rationale_hash").asText(),
            content)) {
      text.append(part.getBytes(StandardCharsets.UTF_8).length).append(':').append(part);
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }
}
