package dev.membrane.store.jdbc.internal.figures;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryType;
import dev.membrane.store.jdbc.internal.row.SalienceColumns;

/**
 * Points that are added up in the same way.
 *
 * @param type of the records; empty: of all types
 * @param halfLife in seconds; 0 where nothing decays
 * @param floor below which nothing decays; 0: none
 */
public record FigureSeries(SeriesKind kind, String type, long halfLife, double floor) {

  private static final int HEXADECIMAL = 16;

  /** What the points are. */
  enum SeriesKind {
    /** When each record of a type was created, and its confidence. */
    RECORD,
    /** The measures of the records of a type. */
    MEASURE,
    /** The saliences of records that are pinned. */
    PINNED,
    /** The saliences of other records that do not decay, as they are at their floor. */
    STILL,
    /** The anchors of records that decay exponentially, in the order of their saliences. */
    EXPONENTIAL,
    /** The anchors of records that decay linearly, in the order of their instants. */
    LINEAR
  }

  static FigureSeries records(MemoryType type) {
    return new FigureSeries(SeriesKind.RECORD, type.wireName(), 0, 0);
  }

  static FigureSeries measures(MemoryType type) {
    return new FigureSeries(SeriesKind.MEASURE, type.wireName(), 0, 0);
  }

  static FigureSeries saliences(SalienceColumns salience) {
    double floor = salience.minSalience() == null ? 0 : salience.minSalience();
    if (salience.pinned()) {
      return new FigureSeries(SeriesKind.PINNED, "", 0, 0);
    }
    if (salience.s0() <= floor) {
      return new FigureSeries(SeriesKind.STILL, "", 0, 0);
    }
    SeriesKind kind =
        salience.curve() == DecayCurve.LINEAR ? SeriesKind.LINEAR : SeriesKind.EXPONENTIAL;
    return new FigureSeries(kind, "", salience.halfLife(), floor + 0.0);
  }

  /** The series of a {@link #name}. */
  public static FigureSeries named(String name) {
    String[] parts = name.split(" ", 4);
    if (parts.length < 4) {
      throw new IllegalArgumentException("no series: " + name);
    }
    return new FigureSeries(
        SeriesKind.valueOf(parts[0]),
        parts[1],
        Long.parseLong(parts[2]),
        Double.longBitsToDouble(Long.parseLong(parts[3], HEXADECIMAL)));
  }

  /** By which the tables know it. */
  public String name() {
    return "%s %s %s %x".formatted(kind, type, halfLife, Double.doubleToLongBits(floor));
  }

  FigurePoint point(double value, long at) {
    double positive = value + 0.0;
    return new FigurePoint(place(positive, at), at, positive);
  }

  private double place(double value, long at) {
    return switch (kind) {
      case RECORD, LINEAR -> at;
      case MEASURE, PINNED, STILL -> value;
      case EXPONENTIAL -> SalienceColumns.log2(value) + SalienceColumns.halfLives(at, halfLife);
    };
  }

  /** Of the records whose saliences are in the series. */
  Lifecycle lifecycle() {
    DecayCurve curve = kind == SeriesKind.LINEAR ? DecayCurve.LINEAR : DecayCurve.EXPONENTIAL;
    boolean isStill = kind == SeriesKind.PINNED || kind == SeriesKind.STILL;
    return SalienceColumns.lifecycle(curve, halfLife, floor, isStill);
  }

  /** About how many points make a block: those of records are quickly looked at. */
  public int mostInBlock() {
    return kind == SeriesKind.RECORD ? 4_096 : 1_024;
  }
}
