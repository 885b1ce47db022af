package dev.membrane.schema;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How often a competence succeeded and failed.
 *
 * @param successCount uses that succeeded
 * @param failureCount uses that failed
 * @param successRate 0 to 1; not checked against the counts
 * @param avgLatencyMs mean duration in milliseconds
 * @param lastUsedAt when it was last used
 */
public record PerformanceStats(
    long successCount,
    long failureCount,
    double successRate,
    @Nullable Double avgLatencyMs,
    @Nullable Instant lastUsedAt) {

  public PerformanceStats {
    lastUsedAt = Components.optional(lastUsedAt);
  }
}
