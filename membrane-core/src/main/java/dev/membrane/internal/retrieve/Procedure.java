package dev.membrane.internal.retrieve;

import dev.membrane.internal.engine.Wilson;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanMetrics;
import dev.membrane.schema.PlanNode;
import dev.membrane.schema.RecipeStep;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a competence and a plan graph have in common.
 *
 * @param tools the tools it uses, in any order
 * @param uses how often it was used
 * @param successRate the share of uses that succeeded, 0 to 1; of no meaning without uses
 * @param lastUsed when it was last used or, where nothing says so, last reinforced, which at the
 *     latest is when it was created
 * @param halfLifeSeconds the half-life of the record
 */
record Procedure(
    List<String> tools, long uses, double successRate, Instant lastUsed, long halfLifeSeconds) {

  private static final double UNTRIED = 0.5;
  private static final int LATEST_USES = 20;
  private static final double MICROS_PER_SECOND = 1e6;

  static Procedure of(MemoryRecord record) {
    return record.payload() instanceof PlanGraphPayload plan
        ? of(record, plan)
        : of(record, (CompetencePayload) record.payload());
  }

  /** The procedure as it is before anybody has used it, whatever its record says of uses. */
  static Procedure untried(MemoryRecord record) {
    return with(record, of(record).tools(), 0, 0, null);
  }

  private static Procedure of(MemoryRecord record, CompetencePayload skill) {
    PerformanceStats stats =
        Objects.requireNonNullElse(skill.performance(), new PerformanceStats(0, 0, 0, null, null));
    long uses = stats.successCount() + stats.failureCount();
    double rate = uses == 0 ? 0 : (double) stats.successCount() / uses;
    return with(record, tools(skill), uses, rate, stats.lastUsedAt());
  }

  private static Procedure of(MemoryRecord record, PlanGraphPayload plan) {
    PlanMetrics metrics =
        Objects.requireNonNullElse(plan.metrics(), new PlanMetrics(null, 0, 0, null));
    List<String> ops = plan.nodes().stream().map(PlanNode::op).toList();
    double rate = 1 - metrics.failureRate();
    return with(record, ops, metrics.executionCount(), rate, metrics.lastExecutedAt());
  }

  private static Procedure with(
      MemoryRecord record,
      List<String> tools,
      long uses,
      double successRate,
      @Nullable Instant lastUsed) {
    Instant otherwise = record.lifecycle().lastReinforcedAt();
    return new Procedure(
        tools,
        uses,
        successRate,
        lastUsed == null ? otherwise : lastUsed,
        record.lifecycle().decay().halfLifeSeconds());
  }

  private static List<String> tools(CompetencePayload skill) {
    List<String> called =
        skill.recipe().stream().map(RecipeStep::tool).filter(Objects::nonNull).toList();
    return called.isEmpty() ? skill.requiredTools() : called;
  }

  /** The tools sorted, repeated ones repeated; empty if there are none. */
  String signature() {
    return tools.stream().sorted().collect(Collectors.joining("+"));
  }

  /**
   * The lower end of the Wilson interval of the success rate. Records keep counts, not single
   * outcomes, so many are scaled down to {@value #LATEST_USES} of the same rate: old uses must not
   * make a procedure surer than its latest could.
   */
  double success() {
    return uses <= 0 ? UNTRIED : Wilson.lowerBound(successRate, Math.min(uses, LATEST_USES));
  }

  /** 1 right after a use, half of that a half-life later. */
  double recency(Instant at) {
    // ChronoUnit.MICROS.between overflows after 292 years, and a caller may name any instant.
    Duration elapsed = Duration.between(lastUsed, at);
    long micros = Math.max(0, elapsed.getSeconds() * 1_000_000 + elapsed.getNano() / 1_000);
    return StrictMath.pow(2, -(micros / MICROS_PER_SECOND) / halfLifeSeconds);
  }
}
