package dev.membrane.store.jdbc;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** How many records come to the points of each series, or leave them. */
final class FigureCounts {

  private final Map<FigureSeries, SortedMap<FigurePoint, Long>> pointsBySeries = new HashMap<>();

  /** Whether nothing was ever added. */
  boolean isEmpty() {
    return pointsBySeries.isEmpty();
  }

  /** Adds a record (1), or takes it away (-1). */
  void add(FigureRow row, int sign) {
    row.points().forEach((series, point) -> add(series, point, sign));
  }

  /** Adds some records to a point. */
  void add(FigureSeries series, FigurePoint point, long records) {
    pointsBySeries
        .computeIfAbsent(series, first -> new TreeMap<>())
        .merge(point, records, Long::sum);
  }

  void addAll(FigureCounts others) {
    others.pointsBySeries.forEach(
        (series, points) -> points.forEach((point, records) -> add(series, point, records)));
  }

  /** The points with another number of records than before, of the series that have any. */
  Map<FigureSeries, SortedMap<FigurePoint, Long>> changed() {
    pointsBySeries.values().forEach(points -> points.values().removeIf(records -> records == 0));
    pointsBySeries.values().removeIf(Map::isEmpty);
    return pointsBySeries;
  }
}
