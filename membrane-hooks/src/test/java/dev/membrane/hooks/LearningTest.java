package dev.membrane.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.hooks.FortyRuns.Call;
import dev.membrane.hooks.FortyRuns.Run;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.PlanEdge;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanNode;
import dev.membrane.schema.Sensitivity;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A stream of hook events teaches what the same runs teach that are told over gRPC. */
class LearningTest {

  /** What Claude Code sends of a run. */
  private static List<String> hooks(Run run) {
    String prompt = "prompt-" + run.number();
    List<String> events = new ArrayList<>();
    events.add(Site.event("UserPromptSubmit", "prompt_id", prompt, "prompt", run.prompt()));
    for (int i = 0; i < run.calls().size(); i++) {
      Call call = run.calls().get(i);
      String use = "toolu_" + run.number() + "_" + i;
      events.add(event("PreToolUse", prompt, use, call, "permission_mode", "default"));
      events.add(
          call.error() == null
              ? event("PostToolUse", prompt, use, call, "tool_response", call.result())
              : event("PostToolUseFailure", prompt, use, call, "error", call.error()));
    }
    events.add(
        Site.event("Stop", "prompt_id", prompt, "last_assistant_message", "Here is what I did."));
    return events;
  }

  private static String event(
      String name, String prompt, String use, Call call, String member, Object value) {
    return Site.event(
        name,
        "prompt_id",
        prompt,
        "tool_use_id",
        use,
        "tool_name",
        call.tool(),
        "tool_input",
        call.args(),
        member,
        value);
  }

  /** What was learned of how things are done, without what differs by the clock and by chance. */
  private static List<String> learned(Memory membrane) {
    membrane.maintenance().consolidate();
    RetrieveRequest all =
        RetrieveRequest.builder()
            .trust(TrustContext.upTo(Sensitivity.HYPER))
            .memoryTypes(MemoryType.PROCEDURES)
            .limit(1_000)
            .build();
    return membrane.retrieval().retrieve(all).records().stream()
        .map(LearningTest::outline)
        .sorted()
        .toList();
  }

  private static String outline(MemoryRecord record) {
    if (record.payload() instanceof CompetencePayload skill) {
      PerformanceStats stats = skill.performance();
      assertThat(stats).isNotNull();
      return "skill %s %s %s %s %s of %s at %s"
          .formatted(
              skill.skillName(),
              skill.triggers(),
              skill.recipe(),
              skill.failureModes(),
              stats.successCount(),
              stats.successCount() + stats.failureCount(),
              stats.successRate());
    }
    PlanGraphPayload plan = (PlanGraphPayload) record.payload();
    List<String> ids = plan.nodes().stream().map(PlanNode::id).toList();
    List<String> edges = new ArrayList<>();
    for (PlanEdge edge : plan.edges()) {
      edges.add(ids.indexOf(edge.from()) + ">" + ids.indexOf(edge.to()) + edge.kind());
    }
    List<String> nodes = plan.nodes().stream().map(node -> node.op() + node.params()).toList();
    return "plan %s %s %s %s %s"
        .formatted(
            plan.intent(),
            nodes,
            edges,
            plan.metrics().executionCount(),
            plan.metrics().failureRate());
  }

  @Test
  void forty_runs_teach_the_same_skills_counts_and_rates() {
    try (Site site = Site.started();
        Site twice = Site.started();
        Membrane called = Site.memory().build();
        GrpcAgent agent = new GrpcAgent(called)) {
      List<Run> runs = FortyRuns.all();
      runs.forEach(agent::tell);
      site.claude("SessionStart", "source", "startup");
      for (Run run : runs) {
        hooks(run).forEach(event -> site.tell("claude-code", event));
        hooks(run).forEach(event -> List.of(1, 2).forEach(i -> twice.tell("claude-code", event)));
      }
      site.claude("SessionEnd", "reason", "other");

      List<String> expected = learned(called);
      assertThat(expected)
          .anyMatch(line -> line.startsWith("skill skill:Bash+Bash+Edit+Read"))
          .anyMatch(line -> line.contains("8 of 10 at 0.8"))
          .anyMatch(line -> line.contains("10 of 10 at 1.0"))
          .anyMatch(line -> line.startsWith("plan "));
      assertThat(learned(site.membrane)).isEqualTo(expected);
      assertThat(learned(twice.membrane)).isEqualTo(expected);
    }
  }
}
