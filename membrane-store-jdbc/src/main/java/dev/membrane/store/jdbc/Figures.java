package dev.membrane.store.jdbc;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.MemoryType;
import dev.membrane.spi.Statistics;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Metrics over all records. They take one pass over the narrow rows and do not touch the documents.
 */
final class Figures {

  private static final int BANDS = 5;

  private static final String BY_ACTION =
      "SELECT action, CAST(sum(entries) AS bigint) FROM audit_total GROUP BY action";

  private record Line(
      MemoryType type,
      long records,
      double salience,
      double confidence,
      List<Long> bands,
      long active,
      long pinned,
      long fresh,
      long measured,
      double measures) {}

  private final List<Line> lines;
  private final Map<AuditAction, Long> audits;

  private Figures(List<Line> lines, Map<AuditAction, Long> audits) {
    this.lines = lines;
    this.audits = audits;
  }

  /** The figures at an instant. */
  static Statistics read(Rows rows, Instant at) throws SQLException {
    List<Line> lines =
        rows.all(
            Figures::line,
            rows.dialect().figures(),
            Map.of("at", Micros.of(at), "dayBefore", Micros.of(at.minus(Duration.ofDays(1)))));
    return new Figures(lines, audits(rows)).statistics();
  }

  private Statistics statistics() {
    long records = sum(Line::records);
    return new Statistics(
        byType(),
        mean(total(Line::salience), records),
        mean(total(Line::confidence), records),
        bands(),
        sum(Line::active),
        sum(Line::pinned),
        sum(Line::fresh),
        audits,
        meanMeasure(MemoryType.COMPETENCE),
        meanMeasure(MemoryType.PLAN_GRAPH));
  }

  private Map<MemoryType, Long> byType() {
    Map<MemoryType, Long> byType = new EnumMap<>(MemoryType.class);
    lines.forEach(line -> byType.put(line.type(), line.records()));
    return byType;
  }

  private List<Long> bands() {
    List<Long> bands = new ArrayList<>();
    for (int i = 0; i < BANDS; i++) {
      int band = i;
      bands.add(sum(line -> line.bands().get(band)));
    }
    return bands;
  }

  private double meanMeasure(MemoryType type) {
    return lines.stream()
        .filter(line -> line.type() == type)
        .mapToDouble(line -> mean(line.measures(), line.measured()))
        .sum();
  }

  private long sum(ToLongFunction<Line> count) {
    return lines.stream().mapToLong(count).sum();
  }

  private double total(ToDoubleFunction<Line> value) {
    return lines.stream().mapToDouble(value).sum();
  }

  private static double mean(double total, long count) {
    return count == 0 ? 0 : total / count;
  }

  private static Line line(ResultSet row) throws SQLException {
    List<Long> bands = new ArrayList<>();
    for (int i = 0; i < BANDS; i++) {
      bands.add(row.getLong(5 + i));
    }
    return new Line(
        MemoryType.of("type", row.getString(1)),
        row.getLong(2),
        row.getDouble(3),
        row.getDouble(4),
        bands,
        row.getLong(10),
        row.getLong(11),
        row.getLong(12),
        row.getLong(13),
        row.getDouble(14));
  }

  private static Map<AuditAction, Long> audits(Rows rows) throws SQLException {
    Map<AuditAction, Long> audits = new EnumMap<>(AuditAction.class);
    rows.each(
        row -> audits.put(AuditAction.of("action", row.getString(1)), row.getLong(2)), BY_ACTION);
    return audits;
  }
}
