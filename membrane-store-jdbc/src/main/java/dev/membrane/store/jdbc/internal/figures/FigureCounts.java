package dev.membrane.store.jdbc.internal.figures;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** How many records come to the points of each series, or leave them. */
public final class FigureCounts {

  private final Map<FigureSeries, SortedMap<FigurePoint, Long>> pointsBySeries = new HashMap<>();

  /** Whether nothing was ever added. */
  public boolean isEmpty() {
    return pointsBySeries.isEmpty();
  }

  /** Adds a record (1), or takes it away (-1). */
  public void add(FigureRow row, int sign) {
    row.points().forEach((series, point) -> add(series, point, sign));
  }

  /** Adds some records to a point. */
  public void add(FigureSeries series, FigurePoint point, long records) {
    pointsBySeries
        .computeIfAbsent(series, first -> new TreeMap<>())
        .merge(point, records, Long::sum);
  }

  public void addAll(FigureCounts others) {
    others.pointsBySeries.forEach(
        (series, points) -> points.forEach((point, records) -> add(series, point, records)));
  }

  /** The points with another number of records than before, of the series that have any. */
  public Map<FigureSeries, SortedMap<FigurePoint, Long>> changed() {
    pointsBySeries.values().forEach(points -> points.values().removeIf(records -> records == 0));
    pointsBySeries.values().removeIf(Map::isEmpty);
    return pointsBySeries;
  }
}
