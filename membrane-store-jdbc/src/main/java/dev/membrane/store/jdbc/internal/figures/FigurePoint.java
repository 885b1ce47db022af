package dev.membrane.store.jdbc.internal.figures;

import java.util.Comparator;

/**
 * A value and an instant of a record, in the order of its series.
 *
 * @param place where it stands in that order; among equal places the instant decides, then the
 *     value
 * @param at microseconds; 0 where the series has no instants
 */
public record FigurePoint(double place, long at, double value) implements Comparable<FigurePoint> {

  private static final Comparator<FigurePoint> ORDER =
      Comparator.comparingDouble(FigurePoint::place)
          .thenComparingLong(FigurePoint::at)
          .thenComparingDouble(FigurePoint::value);

  @Override
  public int compareTo(FigurePoint other) {
    return ORDER.compare(this, other);
  }
}
