package dev.membrane.schema;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a payload has to say to be worth keeping. */
final class PayloadRules {

  private PayloadRules() {}

  static void check(Path at, Payload payload) {
    if (payload instanceof EpisodicPayload episode) {
      checkEpisode(at, episode);
    } else if (payload instanceof WorkingPayload working) {
      Rules.notEmpty(at.member("thread_id"), working.threadId());
    } else if (payload instanceof SemanticPayload fact) {
      checkFact(at, fact);
    } else if (payload instanceof CompetencePayload competence) {
      checkCompetence(at, competence);
    } else if (payload instanceof PlanGraphPayload plan) {
      PlanGraphRules.check(at, plan);
    }
  }

  private static void checkEpisode(Path at, EpisodicPayload episode) {
    Rules.each(at.member("timeline"), episode.timeline(), PayloadRules::checkEvent);
    Rules.each(at.member("tool_graph"), episode.toolGraph(), PayloadRules::checkTool);
  }

  private static void checkEvent(Path at, TimelineEvent event) {
    Rules.notEmpty(at.member("event_kind"), event.eventKind());
    Rules.notEmpty(at.member("ref"), event.ref());
  }

  private static void checkTool(Path at, ToolNode node) {
    Rules.notEmpty(at.member("id"), node.id());
    Rules.notEmpty(at.member("tool"), node.tool());
  }

  private static void checkFact(Path at, SemanticPayload fact) {
    Rules.notEmpty(at.member("subject"), fact.subject());
    Rules.notEmpty(at.member("predicate"), fact.predicate());
    checkTimebox(at.member("validity"), fact.validity().start(), fact.validity().end());
    Rules.each(
        at.member("evidence"),
        fact.evidence(),
        (item, evidence) -> Rules.notEmpty(item.member("source_id"), evidence.sourceId()));
  }

  private static void checkTimebox(Path at, @Nullable Instant start, @Nullable Instant end) {
    if (start != null && end != null && start.isAfter(end)) {
      throw at.member("start").fault("must not be after end");
    }
  }

  private static void checkCompetence(Path at, CompetencePayload competence) {
    Rules.notEmpty(at.member("skill_name"), competence.skillName());
    Rules.each(
        at.member("triggers"),
        competence.triggers(),
        (item, trigger) -> Rules.notEmpty(item.member("signal"), trigger.signal()));
    Rules.each(
        at.member("recipe"),
        competence.recipe(),
        (item, step) -> Rules.notEmpty(item.member("step"), step.step()));
    PerformanceStats performance = competence.performance();
    if (performance != null) {
      checkPerformance(at.member("performance"), performance);
    }
  }

  private static void checkPerformance(Path at, PerformanceStats performance) {
    Rules.notNegative(at.member("success_count"), performance.successCount());
    Rules.notNegative(at.member("failure_count"), performance.failureCount());
    Rules.zeroToOne(at.member("success_rate"), performance.successRate());
    Rules.notNegative(at.member("avg_latency_ms"), performance.avgLatencyMs());
  }
}
