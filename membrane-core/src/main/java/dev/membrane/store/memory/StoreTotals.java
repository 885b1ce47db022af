package dev.membrane.store.memory;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.Statistics;
import dev.membrane.spi.store.StoredRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Adds up what the store holds. */
final class StoreTotals {

  private static final List<Double> BOUNDS = List.of(0.2, 0.4, 0.6, 0.8);

  private final Tables tables;
  private final Instant at;

  StoreTotals(Tables tables, Instant at) {
    this.tables = tables;
    this.at = at;
  }

  Statistics statistics() {
    return new Statistics(
        recordsByType(),
        meanSalience(),
        mean(stored -> stored.record().confidence()),
        salienceDistribution(),
        all().filter(stored -> stored.salienceAt(at) > 0).count(),
        records().filter(record -> record.lifecycle().pinned()).count(),
        records().filter(this::isOfLastDay).count(),
        auditEntriesByAction(),
        mean(records().flatMapToDouble(StoreTotals::successRate)),
        mean(records().flatMapToDouble(StoreTotals::executionCount)));
  }

  private Stream<StoredRecord> all() {
    return tables.rows().values().stream().map(Row::stored);
  }

  private Stream<MemoryRecord> records() {
    return all().map(StoredRecord::record);
  }

  private Map<MemoryType, Long> recordsByType() {
    return records().collect(groupingBy(MemoryRecord::type, counting()));
  }

  private Map<AuditAction, Long> auditEntriesByAction() {
    return tables.logs().values().stream()
        .flatMap(log -> log.links().stream())
        .map(AuditLink::entry)
        .collect(groupingBy(AuditEntry::action, counting()));
  }

  private List<Long> salienceDistribution() {
    long[] counts = new long[BOUNDS.size() + 1];
    all().forEach(stored -> counts[band(stored.salienceAt(at))]++);
    return Arrays.stream(counts).boxed().toList();
  }

  private static int band(double salience) {
    return (int) BOUNDS.stream().filter(bound -> salience >= bound).count();
  }

  private boolean isOfLastDay(MemoryRecord record) {
    return !record.createdAt().isAfter(at)
        && !record.createdAt().isBefore(at.minus(Duration.ofDays(1)));
  }

  private double meanSalience() {
    double mean = mean(stored -> stored.salienceAt(at));
    if (Double.isFinite(mean)) {
      return mean;
    }
    // Only their sum is infinite.
    double most = all().mapToDouble(stored -> stored.salienceAt(at)).max().orElse(0);
    return Math.min(Double.MAX_VALUE, most * mean(stored -> stored.salienceAt(at) / most));
  }

  private double mean(ToDoubleFunction<StoredRecord> value) {
    return mean(all().mapToDouble(value));
  }

  private static double mean(DoubleStream values) {
    return values.average().orElse(0);
  }

  private static DoubleStream successRate(MemoryRecord record) {
    return record.payload() instanceof CompetencePayload skill && skill.performance() != null
        ? DoubleStream.of(skill.performance().successRate())
        : DoubleStream.empty();
  }

  private static DoubleStream executionCount(MemoryRecord record) {
    return record.payload() instanceof PlanGraphPayload plan && plan.metrics() != null
        ? DoubleStream.of((double) plan.metrics().executionCount())
        : DoubleStream.empty();
  }
}
