package dev.membrane.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.MemoryRecord;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Nothing of a key or a token that a host tells is stored. */
class StoredSecretsTest extends SecretScenes {

  @Test
  void nothing_of_them_is_stored_wherever_a_host_tells_them_and_the_record_says_so() {
    String secret = "gh" + "p_" + LETTERS;
    try (Site site = Site.started()) {
      site.claude("UserPromptSubmit", "prompt", "push with " + secret);
      Map<String, Object> input =
          Map.of("command", "git push", "env", List.of(Map.of("GH", secret)), secret, 1);
      site.claude("PostToolUse", "tool_name", "Bash", "tool_input", input, "tool_response", secret);
      Map<String, Object> named = Map.of("headers", Map.of("Cookie", "short", "Accept", "json"));
      site.claude(
          "PostToolUseFailure",
          "tool_name",
          "Fetch",
          "tool_input",
          named,
          "error",
          "not " + secret);
      site.claude("Stop", "last_assistant_message", "I used " + secret);
      site.claude("PostCompact", "compact_summary", "There was " + secret);
      site.claude("UserPromptSubmit", "prompt", "and again without");

      assertThat(site.stored())
          .doesNotContain(LETTERS, "short")
          .contains("push with [removed: github token]", "\"Accept\":\"json\"");
      List<MemoryRecord> episodes = site.episodes();
      assertThat(episodes.stream().map(MemoryRecord::tags))
          .containsExactly(List.of("secret-removed"), List.of("secret-removed"), List.of());
    }
  }

  @Test
  void all_goes_that_a_telling_name_holds_whatever_its_form_and_counts_stay() {
    Map<String, Object> input =
        Map.of(
            "password",
            List.of("hunter-a"),
            "passphrase",
            Map.of("value", "hunter-b"),
            "pwd",
            7_777_123,
            "cookies",
            Map.of("sid", "hunter-c"),
            "userToken",
            "hunter-d",
            "csrf_token",
            "hunter-e",
            "max_tokens",
            800,
            "key",
            "Enter",
            "user",
            Map.of("access_tokens", List.of("hunter-f"), "cookies", Map.of("sid", 7_777_123)),
            "credential_info",
            Map.of("name", "hunter-g", "length", 12, "password2", 7_777_123));
    try (Site site = Site.started()) {
      site.claude(
          "PostToolUse", "tool_name", "Fetch", "tool_input", input, "tool_response", "done");
      assertThat(site.stored())
          .doesNotContain("hunter", "7777123")
          .contains("\"max_tokens\":800", "\"key\":\"Enter\"", "secret-removed")
          .contains("\"length\":12");
    }
  }

  @Test
  void so_does_the_value_of_a_list_of_names_and_what_ends_with_pass_or_a_key() {
    Map<String, Object> input =
        Map.of(
            "env",
            List.of(Map.of("name", "DB_PASSWORD", "value", "hunter-a"), Map.of("name", "A")),
            "pass",
            "hunter-b",
            "dbPass",
            "hunter-c",
            "tokens",
            List.of("hunter-d"),
            "signing_key",
            "hunter-e",
            "other",
            List.of(Map.of("name", "MODE", "value", "fast")));
    try (Site site = Site.started()) {
      site.claude(
          "PostToolUse", "tool_name", "Fetch", "tool_input", input, "tool_response", "done");
      assertThat(site.stored()).doesNotContain("hunter").contains("fast", "secret-removed");
    }
  }

  @Test
  void numbers_and_words_stay_that_only_have_a_similar_name() {
    Map<String, Object> counts =
        Map.of(
            "session_tokens",
            1500,
            "pass",
            1313,
            "refresh_token_expires_in",
            3600,
            "password_length",
            1212,
            "id_token_count",
            13,
            "client_secret_expires_at",
            1717);
    Map<String, Object> words =
        Map.of(
            "valid_token_count",
            Map.of("all", "many"),
            "authorization_endpoint",
            "https://idp.example/oauth2/v2/auth",
            "secretary",
            "Ann");
    try (Site site = Site.started()) {
      Map<String, Object> input = Map.of("counts", counts, "words", words);
      site.claude(
          "PostToolUse", "tool_name", "Fetch", "tool_input", input, "tool_response", "done");
      assertThat(site.stored())
          .contains(
              ":1500", ":3600", ":1212", ":13", ":1717", ":1313", "many", "/oauth2/v2/auth", "Ann")
          .doesNotContain("secret-removed");
    }
  }

  @Test
  void what_is_cut_off_has_no_half_of_one() {
    String secret = "gh" + "p_" + LETTERS;
    try (Site site = Site.started("plugins.hooks.max_result_bytes", "256")) {
      String printed = "x".repeat(240) + " " + secret + " " + "y".repeat(999);
      site.claude("PostToolUse", "tool_name", "Bash", "tool_response", printed);
      assertThat(site.stored()).contains("\"excerpt\"").doesNotContain("ghp_", "AbCd");
    }
  }
}
