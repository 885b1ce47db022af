package dev.membrane.store.jdbc.internal.figures;

import dev.membrane.schema.AuditAction;
import dev.membrane.spi.store.Statistics;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Metrics over all records, from what {@link dev.membrane.store.jdbc.internal.table.FigureTable}
 * has written.
 */
public final class Figures {

  public static final String BLOCKS = "SELECT id, " + FigureBlock.COLUMNS + " FROM figure_block";

  public static final String POINTS =
      """
      SELECT b.series, p.points, b.id
      FROM figure_block b {join} figure_points p ON p.block = b.id
      WHERE b.id {in blocks}
      """;

  public static final String LOG = "SELECT series, points FROM figure_log";

  private static final String BY_ACTION =
      "SELECT action, CAST(sum(entries) AS bigint) FROM audit_total GROUP BY action";

  private Figures() {}

  /** The figures at an instant. */
  public static Statistics read(ReadTransaction rows, Instant at) throws SQLException {
    FigureSum sum = new FigureSum(at);
    List<Long> split = new ArrayList<>();
    rows.each(
        row -> {
          if (!sum.add(FigureBlock.read(row, 2))) {
            split.add(row.getLong(1));
          }
        },
        BLOCKS);
    rows.each(row -> add(row, sum), POINTS, Map.of("blocks", rows.dialect().numbers(split)));
    rows.each(row -> add(row, sum), LOG);
    return sum.statistics(audits(rows));
  }

  private static void add(ResultSet row, FigureSum sum) throws SQLException {
    FigurePoints.each(row.getBytes(2), sum.adding(FigureSeries.named(row.getString(1))));
  }

  private static Map<AuditAction, Long> audits(ReadTransaction rows) throws SQLException {
    Map<AuditAction, Long> audits = new EnumMap<>(AuditAction.class);
    rows.each(
        row -> audits.put(AuditAction.of("action", row.getString(1)), row.getLong(2)), BY_ACTION);
    return audits;
  }
}
