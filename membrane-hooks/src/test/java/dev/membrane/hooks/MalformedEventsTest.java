package dev.membrane.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is not as documented. */
class MalformedEventsTest {

  private final Site site = Site.started();

  @AfterEach
  void stop() {
    site.close();
  }

  private void assertRefused(String host, String event, String field) {
    HttpResponse<String> answer = site.post(host, event);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(answer.body()).contains("\"field\":\"" + field + "\"", "INVALID_ARGUMENT");
    assertThat(site.episodes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "{", "[]", "null", "\"text\"", "{\"a\":1,\"a\":2}", "{}{}"})
  void what_is_no_json_object_is_refused(String body) {
    assertRefused("claude-code", body, "body");
    assertRefused("copilot", body, "body");
  }

  @ParameterizedTest
  @CsvSource({
    "SessionStart, session_id, 7",
    "UserPromptSubmit, prompt, 7",
    "UserPromptSubmit, prompt,",
    "UserPromptSubmit, session_id, ''",
    "UserPromptSubmit, session_id, '\u0007'",
    "UserPromptSubmit, prompt_id, true",
    "PostToolUse, tool_name,",
    "PostToolUse, tool_use_id, 7",
    "PostToolUseFailure, error,",
    "Stop, background_tasks, 7",
    "Stop, last_assistant_message, 7",
    "StopFailure, error, true",
    "PostCompact, compact_summary, 7",
  })
  void a_member_of_another_type_or_that_is_missing_is_named(
      String event, String field, String value) {
    Object bad = value;
    if ("7".equals(value)) {
      bad = 7;
    } else if ("true".equals(value)) {
      bad = true;
    }
    Map<String, Object> members = new HashMap<>();
    members.put("prompt", "p");
    members.put("tool_name", "Bash");
    members.put("error", "e");
    members.put(field, bad);
    Object[] all =
        members.entrySet().stream()
            .flatMap(member -> Stream.of(member.getKey(), member.getValue()))
            .toArray();
    assertRefused("claude-code", Site.event(event, all), field);
  }

  @Test
  void so_it_is_of_the_other_host() {
    assertRefused("copilot", Site.event("Stop", "timestamp", "yesterday"), "timestamp");
    assertRefused("copilot", Site.event("SessionEnd"), "reason");
    assertRefused("copilot", Site.event("ErrorOccurred", "recoverable", "no"), "recoverable");
    assertRefused("copilot", "{\"sessionId\":\"s\"}", "hook_event_name");
    assertRefused("copilot", Site.event("Stop", "session_id", "x".repeat(201)), "session_id");
  }

  @Test
  void an_event_that_is_not_known_is_answered_with_nothing() {
    for (String host : List.of("claude-code", "copilot")) {
      assertThat(site.tell(host, "{\"hook_event_name\":\"Something\",\"x\":[1]}")).isEmpty();
      assertThat(site.tell(host, Site.event("PreToolUse", "tool_name", "Bash"))).isEmpty();
    }
    assertThat(site.episodes()).isEmpty();
  }

  @Test
  void a_host_that_is_not_known_and_another_method_are_not_there() {
    assertThat(site.post("emacs", "{}").statusCode()).isEqualTo(404);
  }
}
