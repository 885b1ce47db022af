package dev.membrane.store.postgres;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.MemoryType;
import dev.membrane.spi.Statistics;
import dev.membrane.store.sql.Micros;
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
import org.jdbi.v3.core.Handle;

/** Figures over all records: one pass over the narrow rows, the documents are not touched. */
final class Figures {

  private static final int BANDS = 5;

  // The formulas of dev.membrane.schema.Lifecycle. To the database it is an error if a product is
  // too
  // small for a double, so what comes near that is multiplied by 2^500 first. Materialized, as
  // every
  // figure would otherwise compute the salience anew.
  private static final String BY_TYPE =
      """
      WITH elapsed AS (
        SELECT *, greatest(0, :at - t0) / (CAST(1e6 AS float8) * half_life) AS h FROM memory
      ), decayed AS (
        SELECT *,
          CASE
            WHEN curve = 'linear' AND h < 2 AND s0 <= 1e-290
              THEN s0 * power(CAST(2 AS float8), 500) * (1 - h / 2)
            WHEN curve <> 'linear' AND h <= 1074 AND log2_s0 - h BETWEEN -1076 AND -1000
              THEN s0 * power(CAST(2 AS float8), 500 - h)
          END AS scaled,
          CASE
            WHEN curve = 'linear' AND h < 2 AND s0 > 1e-290 THEN s0 * (1 - h / 2)
            WHEN curve <> 'linear' AND h <= 1074 AND log2_s0 - h > -1000
              THEN s0 * power(CAST(2 AS float8), -h)
            ELSE 0
          END AS plain
        FROM elapsed
      ), live AS MATERIALIZED (
        SELECT type, confidence, pinned, created_at, measure,
          CASE WHEN pinned THEN s0 ELSE least(s0, greatest(coalesce(min_salience, 0),
            coalesce(
              CASE WHEN scaled <= power(CAST(2 AS float8), -575) THEN 0
                ELSE scaled * power(CAST(2 AS float8), -500) END,
              plain))) END AS salience
        FROM decayed
      )
      SELECT type, count(*), sum(least(salience, 1e290)), sum(confidence),
        count(*) FILTER (WHERE salience < 0.2),
        count(*) FILTER (WHERE salience >= 0.2 AND salience < 0.4),
        count(*) FILTER (WHERE salience >= 0.4 AND salience < 0.6),
        count(*) FILTER (WHERE salience >= 0.6 AND salience < 0.8),
        count(*) FILTER (WHERE salience >= 0.8),
        count(*) FILTER (WHERE salience > 0),
        count(*) FILTER (WHERE pinned),
        count(*) FILTER (WHERE created_at BETWEEN :dayBefore AND :at),
        count(measure), coalesce(sum(measure), 0)
      FROM live
      GROUP BY type
      ORDER BY type
      """;

  private static final String BY_ACTION = "SELECT action, entries FROM audit_total";

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

  static Statistics read(Handle handle, Instant at) {
    List<Line> lines =
        handle
            .createQuery(BY_TYPE)
            .bind("at", Micros.of(at))
            .bind("dayBefore", Micros.of(at.minus(Duration.ofDays(1))))
            .map((row, context) -> line(row))
            .list();
    return new Figures(lines, audits(handle)).statistics();
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

  private static Map<AuditAction, Long> audits(Handle handle) {
    Map<AuditAction, Long> audits = new EnumMap<>(AuditAction.class);
    handle
        .createQuery(BY_ACTION)
        .map((row, context) -> Map.entry(row.getString(1), row.getLong(2)))
        .forEach(total -> audits.put(AuditAction.of("action", total.getKey()), total.getValue()));
    return audits;
  }
}
