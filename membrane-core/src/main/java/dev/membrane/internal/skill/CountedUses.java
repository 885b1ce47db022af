package dev.membrane.internal.skill;

import dev.membrane.internal.episode.KnownRuns;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanMetrics;
import dev.membrane.spi.store.MemoryStore;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Procedures with the counts of all their uses, and skills with why runs that began like them
 * failed of late. A record has only what was learned from whole runs or claimed.
 */
public final class CountedUses {

  private final TrackRecords tracks;

  private CountedUses(TrackRecords tracks) {
    this.tracks = tracks;
  }

  /** Reads at once how the procedures among some records were used. */
  public static CountedUses of(Stream<MemoryRecord> records, MemoryStore store, KnownRuns runs) {
    List<MemoryRecord> procedures = records.filter(it -> it.type().isProcedure()).toList();
    return new CountedUses(TrackRecords.withReasons(procedures, store, runs));
  }

  /** One of the records, with what outcomes have told if it is a procedure. */
  public MemoryRecord in(MemoryRecord record) {
    if (!record.type().isProcedure()) {
      return record;
    }
    Uses uses = tracks.uses(record);
    return tracks.isReported(record) || !uses.lateFailures().isEmpty()
        ? record.toBuilder().payload(counted(record.payload(), uses)).build()
        : record;
  }

  private static Payload counted(Payload payload, Uses uses) {
    return payload instanceof PlanGraphPayload plan
        ? counted(plan, uses)
        : counted((CompetencePayload) payload, uses);
  }

  private static PlanGraphPayload counted(PlanGraphPayload plan, Uses uses) {
    return new PlanGraphPayload(
        plan.planId(),
        plan.version(),
        plan.intent(),
        plan.constraints(),
        plan.inputsSchema(),
        plan.outputsSchema(),
        plan.nodes(),
        plan.edges(),
        uses.trials() == 0 ? plan.metrics() : metrics(plan.metrics(), uses),
        plan.revision());
  }

  private static PlanMetrics metrics(@Nullable PlanMetrics metrics, Uses uses) {
    long failures = uses.trials() - uses.successes();
    return new PlanMetrics(
        metrics == null ? null : metrics.avgLatencyMs(),
        (double) failures / uses.trials(),
        uses.trials(),
        uses.lastUsedAt());
  }

  private static CompetencePayload counted(CompetencePayload skill, Uses uses) {
    return new CompetencePayload(
        skill.skillName(),
        skill.triggers(),
        skill.recipe(),
        skill.requiredTools(),
        uses.lateFailures().addedTo(skill.failureModes(), UnaryOperator.identity()),
        skill.fallbacks(),
        uses.trials() == 0 ? skill.performance() : stats(skill.performance(), uses),
        skill.version(),
        skill.revision());
  }

  private static PerformanceStats stats(@Nullable PerformanceStats stats, Uses uses) {
    return new PerformanceStats(
        uses.successes(),
        uses.trials() - uses.successes(),
        (double) uses.successes() / uses.trials(),
        stats == null ? null : stats.avgLatencyMs(),
        uses.lastUsedAt());
  }
}
