package dev.membrane.store.jdbc.internal.figures;

import dev.membrane.schema.MemoryType;
import dev.membrane.store.jdbc.internal.row.Nullables;
import dev.membrane.store.jdbc.internal.row.RecordRow;
import dev.membrane.store.jdbc.internal.row.SalienceColumns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the figures need to know of a record. */
public record FigureRow(
    MemoryType type,
    double confidence,
    long createdAt,
    @Nullable Double measure,
    SalienceColumns salience) {

  /** What {@link #read} reads. */
  public static final String COLUMNS =
      "type, confidence, created_at, measure, curve, half_life, min_salience, pinned, s0, t0, log2_s0";

  public static FigureRow of(RecordRow row) {
    return new FigureRow(
        row.type(), row.confidence(), row.createdAt(), row.measure(), row.salience());
  }

  /** A row whose columns from {@code first} on are those of {@link #COLUMNS}. */
  public static FigureRow read(ResultSet row, int first) throws SQLException {
    return new FigureRow(
        MemoryType.of("type", row.getString(first)),
        row.getDouble(first + 1),
        row.getLong(first + 2),
        Nullables.real(row, first + 3),
        SalienceColumns.read(row, first + 4));
  }

  /** Its points, each of another series. */
  public Map<FigureSeries, FigurePoint> points() {
    Map<FigureSeries, FigurePoint> points = new LinkedHashMap<>();
    FigureSeries records = FigureSeries.records(type);
    points.put(records, records.point(confidence, createdAt));
    FigureSeries saliences = FigureSeries.saliences(salience);
    points.put(saliences, saliences.point(salience.s0(), salience.t0()));
    if (measure != null) {
      FigureSeries measures = FigureSeries.measures(type);
      points.put(measures, measures.point(measure, 0));
    }
    return points;
  }
}
