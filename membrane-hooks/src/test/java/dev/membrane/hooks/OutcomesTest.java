package dev.membrane.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Membrane;
import dev.membrane.schema.OutcomeStatus;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which outcome an episode has. */
class OutcomesTest {

  private static final String STRICT = "plugins.hooks.stop_means";

  private static void prompt(Site site) {
    site.claude("UserPromptSubmit", "prompt", "do it");
  }

  private static void call(Site site) {
    site.claude("PostToolUse", "tool_name", "Bash", "tool_response", Map.of("stdout", "ok"));
  }

  private static void failingCall(Site site) {
    site.claude("PostToolUseFailure", "tool_name", "Bash", "error", "Exit code 1");
  }

  private static OutcomeStatus outcome(Site site) {
    return Site.trace(site.episodes().get(0)).outcome();
  }

  @Test
  void a_turn_that_stops_by_itself_has_succeeded_unless_its_last_call_failed() {
    try (Site good = Site.started();
        Site bad = Site.started()) {
      failingCall(good);
      call(good);
      call(bad);
      failingCall(bad);
      good.claude("Stop");
      bad.claude("Stop");
      assertThat(outcome(good)).isEqualTo(OutcomeStatus.SUCCESS);
      assertThat(outcome(bad)).isEqualTo(OutcomeStatus.FAILURE);
    }
  }

  @Test
  void a_turn_without_calls_and_one_that_is_interrupted_have_none() {
    try (Site site = Site.started()) {
      prompt(site);
      site.claude("Stop", "last_assistant_message", "Done.");
      site.claude("UserPromptSubmit", "prompt", "next");
      call(site);
      site.claude("UserPromptSubmit", "prompt", "no, wait");
      site.claude("SessionEnd", "reason", "prompt_input_exit");
      assertThat(site.episodes()).hasSize(3);
      assertThat(site.episodes().stream().map(episode -> Site.trace(episode).outcome()))
          .containsOnlyNulls();
    }
  }

  @Test
  void a_turn_of_another_server_is_not_taken_up_by_the_first_one_of_this() {
    Membrane memory = Site.memory().build();
    try (Site before = Site.of(memory, Map.of());
        Site after = Site.of(memory, Map.of())) {
      before.claude("UserPromptSubmit", "prompt", "explain the licence");
      before.claude("Stop", "last_assistant_message", "Done.");
      after.claude("UserPromptSubmit", "prompt", "deploy the shop");
      call(after);
      after.claude("Stop");
      assertThat(after.episodes()).hasSize(2);
    }
  }

  @Test
  void a_turn_that_waits_for_its_agents_has_not_ended_and_a_server_in_the_background_may_run_on() {
    try (Site site = Site.started()) {
      call(site);
      site.claude("Stop", "background_tasks", List.of(Map.of("id", "a", "type", "subagent")));
      assertThat(outcome(site)).isNull();
      site.claude("Stop", "background_tasks", List.of(Map.of("id", "b", "type", "shell")));
      assertThat(outcome(site)).isEqualTo(OutcomeStatus.SUCCESS);
    }
  }

  @Test
  void a_turn_too_long_for_one_record_has_the_outcome_of_its_last_call() {
    try (Site site = Site.started("plugins.hooks.max_result_bytes", "65536")) {
      prompt(site);
      call(site);
      site.claude("Stop", "last_assistant_message", "done ".repeat(10_000));
      assertThat(site.episodes()).hasSize(2);
      assertThat(site.episodes().stream().map(episode -> Site.trace(episode).outcome()))
          .containsOnly(OutcomeStatus.SUCCESS);
    }
  }

  @Test
  void nothing_is_concluded_from_a_stop_where_that_is_configured() {
    try (Site site = Site.started(STRICT, "nothing")) {
      prompt(site);
      call(site);
      site.claude("Stop");
      assertThat(outcome(site)).isNull();
      site.claude("UserPromptSubmit", "prompt", "another");
      call(site);
      site.claude("StopFailure", "error", "server_error");
      assertThat(site.episodes().stream().map(episode -> Site.trace(episode).outcome()))
          .containsExactly(null, OutcomeStatus.FAILURE);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "complete, SUCCESS",
    "error, FAILURE",
    "timeout, FAILURE",
    "abort,",
    "user_exit,",
    "new_word,"
  })
  void a_session_that_says_how_it_ended_says_so_of_the_turn_that_is_open(
      String reason, OutcomeStatus expected) {
    try (Site site = Site.started(STRICT, "nothing")) {
      copilot(site, 1, "UserPromptSubmit", "prompt", "do it");
      copilot(site, 2, "PostToolUse", "tool_name", "Bash");
      copilot(site, 3, "Stop", "stop_reason", "end_turn");
      copilot(site, 4, "SessionEnd", "reason", reason);
      assertThat(site.episodes()).hasSize(1);
      assertThat(outcome(site)).isEqualTo(expected);
    }
  }

  @Test
  void an_error_that_nothing_recovers_from_is_a_failure() {
    try (Site site = Site.started()) {
      copilot(site, 1, "UserPromptSubmit", "prompt", "do it");
      copilot(site, 2, "PostToolUse", "tool_name", "Bash");
      Map<String, String> error = Map.of("name", "ModelError", "message", "out of quota");
      copilot(site, 3, "ErrorOccurred", "recoverable", false, "error", error);
      copilot(site, 4, "SessionEnd", "reason", "error");
      assertThat(site.episodes()).hasSize(1);
      assertThat(outcome(site)).isEqualTo(OutcomeStatus.FAILURE);
      assertThat(site.stored()).contains("out of quota");
    }
  }

  private static void copilot(Site site, int second, String name, Object... members) {
    Object[] all = new Object[members.length + 2];
    System.arraycopy(members, 0, all, 2, members.length);
    all[0] = "timestamp";
    all[1] = "2026-11-20T09:00:0" + second + "Z";
    site.tell("copilot", Site.event(name, all));
  }
}
