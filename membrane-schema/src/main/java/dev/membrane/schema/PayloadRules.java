package dev.membrane.schema;

import java.time.Instant;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The rules for payloads. */
final class PayloadRules {

  private final BiConsumer<Path, String> required;

  /**
   * Rules.
   *
   * @param required what a required text has to keep
   */
  PayloadRules(BiConsumer<Path, String> required) {
    this.required = required;
  }

  void check(Path at, Payload payload) {
    if (payload instanceof EpisodicPayload episode) {
      checkEpisode(at, episode);
    } else if (payload instanceof WorkingPayload working) {
      required.accept(at.member("thread_id"), working.threadId());
    } else if (payload instanceof SemanticPayload fact) {
      checkFact(at, fact);
    } else if (payload instanceof CompetencePayload competence) {
      checkCompetence(at, competence);
    } else if (payload instanceof PlanGraphPayload plan) {
      new PlanGraphRules(required).check(at, plan);
    }
  }

  private void checkEpisode(Path at, EpisodicPayload episode) {
    Rules.each(at.member("timeline"), episode.timeline(), this::checkEvent);
    Rules.each(at.member("tool_graph"), episode.toolGraph(), this::checkTool);
  }

  private void checkEvent(Path at, TimelineEvent event) {
    required.accept(at.member("event_kind"), event.eventKind());
    required.accept(at.member("ref"), event.ref());
  }

  private void checkTool(Path at, ToolNode node) {
    required.accept(at.member("id"), node.id());
    required.accept(at.member("tool"), node.tool());
  }

  private void checkFact(Path at, SemanticPayload fact) {
    required.accept(at.member("subject"), fact.subject());
    required.accept(at.member("predicate"), fact.predicate());
    checkTimebox(at.member("validity"), fact.validity().start(), fact.validity().end());
    Rules.each(
        at.member("evidence"),
        fact.evidence(),
        (item, evidence) -> required.accept(item.member("source_id"), evidence.sourceId()));
  }

  private static void checkTimebox(Path at, @Nullable Instant start, @Nullable Instant end) {
    if (start != null && end != null && start.isAfter(end)) {
      throw at.member("start").fault("must not be after end");
    }
  }

  private void checkCompetence(Path at, CompetencePayload competence) {
    required.accept(at.member("skill_name"), competence.skillName());
    Rules.each(
        at.member("triggers"),
        competence.triggers(),
        (item, trigger) -> required.accept(item.member("signal"), trigger.signal()));
    Rules.each(
        at.member("recipe"),
        competence.recipe(),
        (item, step) -> required.accept(item.member("step"), step.step()));
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
