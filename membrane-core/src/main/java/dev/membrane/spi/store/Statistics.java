package dev.membrane.spi.store;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.MemoryType;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Figures over all stored records, aggregated by the store.
 *
 * @param recordsByType how many records there are; types that are left out have none, and are 0
 *     here
 * @param avgSalience mean live salience; 0 without records
 * @param avgConfidence mean confidence; 0 without records
 * @param salienceDistribution five counts of records by live salience: below 0.2, below 0.4, below
 *     0.6, below 0.8, and the rest
 * @param activeRecords records whose live salience is above 0
 * @param pinnedRecords records that are pinned
 * @param createdInLastDay records created from 24 hours before the instant up to the instant, both
 *     included
 * @param auditEntriesByAction audit entries, those of deleted records included; actions that are
 *     left out have none, and are 0 here
 * @param meanSuccessRate mean {@code performance.success_rate} of the competence records that have
 *     one; 0 without any
 * @param meanExecutionCount mean {@code metrics.execution_count} of the plan graphs that have one;
 *     0 without any
 */
public record Statistics(
    Map<MemoryType, Long> recordsByType,
    double avgSalience,
    double avgConfidence,
    List<Long> salienceDistribution,
    long activeRecords,
    long pinnedRecords,
    long createdInLastDay,
    Map<AuditAction, Long> auditEntriesByAction,
    double meanSuccessRate,
    double meanExecutionCount) {

  /** Copies the collections. Every type and every action is there. */
  public Statistics {
    recordsByType = complete(MemoryType.class, recordsByType);
    salienceDistribution = List.copyOf(salienceDistribution);
    auditEntriesByAction = complete(AuditAction.class, auditEntriesByAction);
  }

  private static <E extends Enum<E>> Map<E, Long> complete(Class<E> keys, Map<E, Long> counts) {
    Map<E, Long> given = Map.copyOf(counts);
    Map<E, Long> all = new EnumMap<>(keys);
    for (E key : keys.getEnumConstants()) {
      all.put(key, given.getOrDefault(key, 0L));
    }
    return Collections.unmodifiableMap(all);
  }

  /**
   * How many records there are in a scope.
   *
   * @param scope its name; null: those without a scope
   * @param records how many, at least 1
   */
  public record ScopeCount(@Nullable String scope, long records) {}

  /**
   * Figures of a queue.
   *
   * @param queue the queue's name
   * @param rows how many rows it has, due or not; at least 1
   * @param earliest when the first of them is or was due, in whole microseconds
   * @param tried how many of them were tried before
   * @param attempts the number of attempts, all rows together
   */
  public record QueueLoad(String queue, long rows, Instant earliest, long tried, long attempts) {}
}
