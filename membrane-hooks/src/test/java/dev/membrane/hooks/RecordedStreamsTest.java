package dev.membrane.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolEffect;
import dev.membrane.schema.ToolNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Streams written from the documentation of each host, with each kind of event. */
class RecordedStreamsTest {

  private final Site site = Site.started();

  private void tell(String host, List<String> events) {
    events.forEach(event -> assertThat(site.tell(host, event)).as(event).isEmpty());
  }

  private static List<String> tools(MemoryRecord episode) {
    return Site.trace(episode).toolGraph().stream().map(ToolNode::tool).toList();
  }

  private static List<String> said(MemoryRecord episode) {
    return Site.trace(episode).timeline().stream()
        .filter(event -> !event.eventKind().equals("tool_call"))
        .map(TimelineEvent::summary)
        .toList();
  }

  private static JsonObject json(String name, Object value) {
    return new JsonObject(Map.of(name, JsonValue.of(value)));
  }

  @Test
  void claude_code_makes_an_episode_of_each_turn_and_of_each_subagent() {
    try (site) {
      tell("claude-code", Site.recorded("claude-code.jsonl"));

      List<MemoryRecord> episodes = site.episodes();
      assertThat(episodes).hasSize(4);
      MemoryRecord tests = episodes.get(0);
      assertThat(tools(tests)).containsExactly("Bash", "Write", "Bash");
      assertThat(said(tests))
          .containsExactly("Make the checkout tests pass", "All 12 checkout tests pass now.");
      assertThat(Site.trace(tests).outcome()).isEqualTo(OutcomeStatus.SUCCESS);
      List<ToolNode> calls = Site.trace(tests).toolGraph();
      assertThat(calls.get(0).result())
          .isEqualTo(json("error", "Exit code 1\nError: Cannot find module 'express'"));
      assertThat(calls.get(1).result())
          .isEqualTo(
              JsonValue.of(Map.of("filePath", "/Users/ann/shop/package.json", "success", true)));
      assertThat(calls.get(0).args())
          .isEqualTo(JsonValue.of(Map.of("command", "npm test", "description", "Run test suite")));

      assertThat(said(episodes.get(1)))
          .containsExactly("The checkout tests need express; package.json was written.");
      assertThat(Site.trace(episodes.get(1)).outcome()).isNull();

      assertThat(calls.stream().map(ToolNode::effect))
          .containsExactly(null, ToolEffect.WRITE, null);

      assertThat(tools(episodes.get(2))).containsExactly("Grep");
      assertThat(Site.trace(episodes.get(2)).toolGraph().get(0).effect())
          .isEqualTo(ToolEffect.READ);
      assertThat(said(episodes.get(2))).containsExactly("Three files import express.");
      assertThat(Site.trace(episodes.get(2)).outcome()).isEqualTo(OutcomeStatus.SUCCESS);

      assertThat(tools(episodes.get(3))).containsExactly("Bash");
      assertThat(said(episodes.get(3)))
          .containsExactly("Now deploy it", "rate_limit: 429 Too Many Requests");
      assertThat(Site.trace(episodes.get(3)).outcome()).isEqualTo(OutcomeStatus.FAILURE);
    }
  }

  @Test
  void copilot_makes_an_episode_of_each_turn_at_its_own_time() {
    try (site) {
      tell("copilot", Site.recorded("copilot.jsonl"));

      List<MemoryRecord> episodes = site.episodes();
      assertThat(episodes).hasSize(2);
      MemoryRecord first = episodes.get(0);
      assertThat(tools(first)).containsExactly("Bash", "Edit");
      assertThat(Site.trace(first).toolGraph().get(0).result())
          .isEqualTo(json("error", "exit code 1"));
      assertThat(Site.trace(first).toolGraph().get(1).result()).isEqualTo(new JsonString("edited"));
      assertThat(Site.trace(first).toolGraph().stream().map(ToolNode::effect))
          .containsExactly(null, ToolEffect.WRITE);
      assertThat(Site.trace(first).outcome()).isEqualTo(OutcomeStatus.SUCCESS);
      assertThat(Site.trace(first).timeline().get(0).t())
          .isEqualTo(Instant.parse("2026-11-20T09:00:01Z"));

      assertThat(Site.trace(episodes.get(1)).toolGraph().get(0).args())
          .isEqualTo(json("input", "mvn verify"));
      assertThat(Site.trace(episodes.get(1)).outcome()).isEqualTo(OutcomeStatus.FAILURE);
    }
  }

  @Test
  void what_is_delivered_twice_counts_once() {
    try (site;
        Site once = Site.started()) {
      for (String host : List.of("claude-code", "copilot")) {
        List<String> events = Site.recorded(host + ".jsonl");
        events.forEach(event -> once.tell(host, event));
        events.forEach(
            event -> {
              site.tell(host, event);
              site.tell(host, event);
            });
        events.forEach(event -> site.tell(host, event));
      }
      assertThat(outline(site)).isEqualTo(outline(once));
    }
  }

  private static String outline(Site site) {
    return site.episodes().stream()
        .map(
            episode ->
                tools(episode)
                    + " "
                    + said(episode)
                    + " "
                    + Site.trace(episode).outcome()
                    + " "
                    + episode.provenance().sources().size())
        .collect(Collectors.joining("\n"));
  }

  @Test
  void of_a_host_that_names_no_prompt_each_prompt_begins_a_turn() {
    try (site) {
      for (String prompt : List.of("first", "second", "second", "third")) {
        site.claude("UserPromptSubmit", "prompt", prompt);
      }
      for (String use : List.of("t1", "t2", "t2")) {
        site.claude("PostToolUse", "tool_name", "Read", "tool_use_id", use);
      }
      site.claude("Stop");
      site.claude("Stop");
      site.claude("UserPromptSubmit", "prompt", "third");
      site.claude("PostToolUse", "tool_name", "Read", "tool_use_id", "t3");

      List<MemoryRecord> episodes = site.episodes();
      assertThat(episodes.stream().map(RecordedStreamsTest::tools))
          .containsExactly(List.of(), List.of(), List.of("Read", "Read"), List.of("Read"));
      assertThat(Site.trace(episodes.get(2)).outcome()).isEqualTo(OutcomeStatus.SUCCESS);
      assertThat(Site.trace(episodes.get(3)).outcome()).isNull();
    }
  }
}
