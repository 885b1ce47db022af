package dev.membrane.store.jdbc.internal.figures;

import dev.membrane.store.jdbc.internal.row.SalienceColumns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * The aggregate of consecutive points of a series.
 *
 * @param first of the points
 * @param lastPlace the place of the last
 * @param size how many different points there are
 * @param records how many records have them
 * @param total the sum of the values, each at most {@link #LARGE}
 * @param decayed of exponential series: the sum of the values, each without its floor, at the
 *     latest instant; of linear ones: how much less than {@code total} that is; else 0
 */
public record FigureBlock(
    FigureSeries series,
    FigurePoint first,
    double lastPlace,
    long leastAt,
    long mostAt,
    double leastValue,
    double mostValue,
    long size,
    long records,
    double total,
    double decayed) {

  /** The sum of larger values may be infinite, so a block with one is never added as a whole. */
  static final double LARGE = 1e290;

  /** What {@link #read} reads. */
  public static final String COLUMNS =
      """
      series, place, at, value, last_place, least_at, most_at, least_value, most_value,
      size, records, total, decayed\
      """;

  /** The row of some points, which are not none. */
  public static FigureBlock of(FigureSeries series, SortedMap<FigurePoint, Long> points) {
    long mostAt = points.keySet().stream().mapToLong(FigurePoint::at).max().orElseThrow();
    double total = 0;
    double decayed = 0;
    for (Map.Entry<FigurePoint, Long> each : points.entrySet()) {
      double value = Math.min(LARGE, each.getKey().value()) * each.getValue();
      double halfLives = SalienceColumns.halfLives(mostAt - each.getKey().at(), series.halfLife());
      total += value;
      decayed +=
          switch (series.kind()) {
            case EXPONENTIAL -> value * StrictMath.pow(2, -halfLives);
            case LINEAR -> value * halfLives / 2;
            default -> 0;
          };
    }
    return new FigureBlock(
        series,
        points.firstKey(),
        points.lastKey().place(),
        points.keySet().stream().mapToLong(FigurePoint::at).min().orElseThrow(),
        mostAt,
        points.keySet().stream().mapToDouble(FigurePoint::value).min().orElseThrow(),
        points.keySet().stream().mapToDouble(FigurePoint::value).max().orElseThrow(),
        points.size(),
        points.values().stream().mapToLong(records -> records).sum(),
        total,
        decayed);
  }

  public static FigureBlock read(ResultSet row, int column) throws SQLException {
    return new FigureBlock(
        FigureSeries.named(row.getString(column)),
        new FigurePoint(
            row.getDouble(column + 1), row.getLong(column + 2), row.getDouble(column + 3)),
        row.getDouble(column + 4),
        row.getLong(column + 5),
        row.getLong(column + 6),
        row.getDouble(column + 7),
        row.getDouble(column + 8),
        row.getLong(column + 9),
        row.getLong(column + 10),
        row.getDouble(column + 11),
        row.getDouble(column + 12));
  }

  /** The values of {@link #COLUMNS}. */
  public List<Object> columns() {
    return List.of(
        series.name(),
        first.place(),
        first.at(),
        first.value(),
        lastPlace,
        leastAt,
        mostAt,
        leastValue,
        mostValue,
        size,
        records,
        total,
        decayed);
  }
}
