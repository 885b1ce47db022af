package dev.membrane.internal.skill;

import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanMetrics;
import dev.membrane.spi.MemoryStore;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Procedures with the counts of all their uses. A record counts only what was learned from or
 * claimed, and not what outcomes have reported.
 */
public final class CountedUses {

  private final TrackRecords tracks;

  private CountedUses(TrackRecords tracks) {
    this.tracks = tracks;
  }

  /** Reads at once how the procedures among some records were used. */
  public static CountedUses of(Stream<MemoryRecord> records, MemoryStore store) {
    List<MemoryRecord> procedures = records.filter(CountedUses::isProcedure).toList();
    return new CountedUses(TrackRecords.of(procedures, store));
  }

  private static boolean isProcedure(MemoryRecord record) {
    return record.payload() instanceof CompetencePayload
        || record.payload() instanceof PlanGraphPayload;
  }

  /** One of the records, with all uses if it is a procedure that outcomes have reported of. */
  public MemoryRecord in(MemoryRecord record) {
    return isProcedure(record) && tracks.isReported(record)
        ? record.toBuilder().payload(counted(record.payload(), tracks.uses(record))).build()
        : record;
  }

  private static Payload counted(Payload payload, Uses uses) {
    long failures = uses.trials() - uses.successes();
    return payload instanceof PlanGraphPayload plan
        ? counted(plan, uses, (double) failures / uses.trials())
        : counted((CompetencePayload) payload, uses, failures);
  }

  private static PlanGraphPayload counted(PlanGraphPayload plan, Uses uses, double failureRate) {
    @Nullable Double latency = plan.metrics() == null ? null : plan.metrics().avgLatencyMs();
    return new PlanGraphPayload(
        plan.planId(),
        plan.version(),
        plan.intent(),
        plan.constraints(),
        plan.inputsSchema(),
        plan.outputsSchema(),
        plan.nodes(),
        plan.edges(),
        new PlanMetrics(latency, failureRate, uses.trials(), uses.lastUsedAt()),
        plan.revision());
  }

  private static CompetencePayload counted(CompetencePayload skill, Uses uses, long failures) {
    PerformanceStats stats = skill.performance();
    return new CompetencePayload(
        skill.skillName(),
        skill.triggers(),
        skill.recipe(),
        skill.requiredTools(),
        skill.failureModes(),
        skill.fallbacks(),
        new PerformanceStats(
            uses.successes(),
            failures,
            (double) uses.successes() / uses.trials(),
            stats == null ? null : stats.avgLatencyMs(),
            uses.lastUsedAt()),
        skill.version(),
        skill.revision());
  }
}
