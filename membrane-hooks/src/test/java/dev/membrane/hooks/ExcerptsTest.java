package dev.membrane.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.json.RecordCodec;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is long, in what is stored. */
class ExcerptsTest {

  private static final int MAX = 300;

  private static String sha256(String text) throws Exception {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest);
  }

  private static JsonValue stored(Object response) {
    try (Site site = Site.started("plugins.hooks.max_result_bytes", String.valueOf(MAX))) {
      site.claude("PostToolUse", "tool_name", "Any", "tool_response", response);
      return Site.trace(site.episodes().get(0)).toolGraph().get(0).result();
    }
  }

  private static JsonValue excerpt(String start, int bytes, String whole) throws Exception {
    return JsonValue.of(Map.of("excerpt", start, "bytes", bytes, "sha256", sha256(whole)));
  }

  @Test
  void up_to_the_bound_everything_stays() {
    String text = "x".repeat(MAX);
    assertThat(stored(text)).isEqualTo(new JsonString(text));
  }

  @Test
  void a_longer_text_is_cut_between_characters_with_its_length_and_hash() throws Exception {
    String text = "x" + "é".repeat(MAX);
    assertThat(stored(text)).isEqualTo(excerpt("x" + "é".repeat(149), 2 * MAX + 1, text));
  }

  @Test
  void of_an_object_what_is_small_stays() throws Exception {
    String out = "line\n".repeat(10_000);
    JsonValue kept = stored(Map.of("stdout", out, "stderr", "", "interrupted", false));
    Map<String, Object> expected =
        Map.of(
            "stdout",
            excerpt(out.substring(0, MAX / 4), out.length(), out),
            "stderr",
            "",
            "interrupted",
            false);
    assertThat(kept).isEqualTo(JsonValue.of(expected));
  }

  @Test
  void what_has_many_small_members_is_cut_as_a_whole() throws Exception {
    List<Integer> numbers = IntStream.range(0, 1_000).boxed().toList();
    String whole = new RecordCodec().write(JsonValue.of(numbers));
    assertThat(stored(numbers)).isEqualTo(excerpt(whole.substring(0, MAX), whole.length(), whole));
  }

  @Test
  void arguments_prompts_and_errors_are_cut_as_well() throws Exception {
    String text = "word ".repeat(1_000);
    try (Site site = Site.started("plugins.hooks.max_result_bytes", String.valueOf(MAX))) {
      site.claude("UserPromptSubmit", "prompt", text);
      site.claude(
          "PostToolUseFailure",
          "tool_name",
          "Write",
          "tool_input",
          Map.of("content", text),
          "error",
          text);

      String cut = text.substring(0, MAX) + "… [cut: 5000 bytes, sha256 " + sha256(text) + "]";
      var trace = Site.trace(site.episodes().get(0));
      assertThat(trace.timeline().get(0).summary()).isEqualTo(cut);
      assertThat(trace.toolGraph().get(0).result()).isEqualTo(JsonValue.of(Map.of("error", cut)));
      assertThat(trace.toolGraph().get(0).args())
          .isEqualTo(
              new JsonObject(Map.of("content", excerpt(text.substring(0, MAX / 4), 5_000, text))));
    }
  }

  @Test
  void what_cannot_be_stored_is_replaced() {
    assertThat(stored("a\0b")).isEqualTo(new JsonString("a\uFFFDb"));
  }
}
