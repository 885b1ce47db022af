package dev.membrane.internal.skill;

import dev.membrane.internal.episode.EndedRuns;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanMetrics;
import dev.membrane.schema.PlanNode;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.Trigger;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the record of a procedure says about it.
 *
 * @param tools what it calls, in order
 * @param words what it is for
 * @param counted how often its record says that it was used
 * @param lastUsedAt when its record says that it was last used; null if it does not
 */
public record ProcedureSummary(
    List<String> tools, String words, EndedRuns counted, @Nullable Instant lastUsedAt) {

  /** Sums up a competence or a plan graph. */
  public static ProcedureSummary of(MemoryRecord record) {
    return record.payload() instanceof PlanGraphPayload plan
        ? of(plan)
        : of((CompetencePayload) record.payload());
  }

  private static ProcedureSummary of(PlanGraphPayload plan) {
    PlanMetrics metrics =
        Objects.requireNonNullElse(plan.metrics(), new PlanMetrics(null, 0, 0, null));
    long successes = Math.round((1 - metrics.failureRate()) * metrics.executionCount());
    return new ProcedureSummary(
        plan.nodes().stream().map(PlanNode::op).toList(),
        Objects.requireNonNullElse(plan.intent(), ""),
        new EndedRuns(successes, metrics.executionCount()),
        metrics.lastExecutedAt());
  }

  private static ProcedureSummary of(CompetencePayload skill) {
    List<String> called =
        skill.recipe().stream().map(RecipeStep::tool).filter(Objects::nonNull).toList();
    String words =
        Stream.concat(Stream.of(skill.skillName()), skill.triggers().stream().map(Trigger::signal))
            .collect(Collectors.joining("\n"));
    PerformanceStats stats =
        Objects.requireNonNullElse(skill.performance(), new PerformanceStats(0, 0, 0, null, null));
    return new ProcedureSummary(
        called.isEmpty() ? skill.requiredTools() : called,
        words,
        new EndedRuns(
            stats.successCount(), EndedRuns.sum(stats.successCount(), stats.failureCount())),
        stats.lastUsedAt());
  }
}
