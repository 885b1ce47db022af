package dev.membrane.schema;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How often a plan was executed and failed.
 *
 * @param avgLatencyMs mean duration in milliseconds
 * @param failureRate share of failed executions, 0 to 1
 * @param executionCount executions, failed ones included
 * @param lastExecutedAt when it was last executed
 */
public record PlanMetrics(
    @Nullable Double avgLatencyMs,
    double failureRate,
    long executionCount,
    @Nullable Instant lastExecutedAt) {

  public PlanMetrics {
    lastExecutedAt = Components.optional(lastExecutedAt);
  }
}
