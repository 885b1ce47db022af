package dev.membrane.store.jdbc.internal.figures;

import dev.membrane.store.jdbc.internal.row.Varint;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Points and how many records have each, as bytes: each with the difference of its instant to the
 * one before it, and its value only if that is another than before.
 */
public final class FigurePoints {

  private FigurePoints() {}

  public static byte[] write(SortedMap<FigurePoint, Long> points) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    long at = 0;
    long value = 0;
    for (Map.Entry<FigurePoint, Long> each : points.entrySet()) {
      FigurePoint point = each.getKey();
      long next = Double.doubleToLongBits(point.value());
      boolean isOther = next != value;
      Varint.write(bytes, Varint.signedFirst(each.getValue()) << 1 | (isOther ? 1 : 0));
      Varint.write(bytes, Varint.signedFirst(point.at() - at));
      if (isOther) {
        bytes.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(next).array());
      }
      at = point.at();
      value = next;
    }
    return bytes.toByteArray();
  }

  /** Looks at a value and an instant that some records have. */
  @FunctionalInterface
  interface PointVisitor {
    /** Once for each point. */
    void at(double value, long at, long records);
  }

  /** Reads what was written, failing as {@link #each}. */
  public static SortedMap<FigurePoint, Long> read(FigureSeries series, byte[] bytes) {
    SortedMap<FigurePoint, Long> points = new TreeMap<>();
    each(bytes, (value, at, records) -> points.put(series.point(value, at), records));
    return points;
  }

  /**
   * Looks at what was written.
   *
   * @throws IllegalArgumentException if that was something else
   */
  static void each(byte[] bytes, PointVisitor look) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    long at = 0;
    long value = 0;
    try {
      while (in.hasRemaining()) {
        long head = readNumber(in);
        at += Varint.signed(readNumber(in));
        if ((head & 1) == 1) {
          value = in.getLong();
        }
        look.at(Double.longBitsToDouble(value), at, Varint.signed(head >>> 1));
      }
    } catch (BufferUnderflowException cut) {
      throw new IllegalArgumentException("the points of a series end too early", cut);
    }
  }

  private static long readNumber(ByteBuffer in) {
    long number = 0;
    int shift = 0;
    byte next = in.get();
    while (next < 0) {
      number |= (long) (next & Varint.MORE - 1) << shift;
      shift += Varint.BITS;
      next = in.get();
    }
    return number | (long) next << shift;
  }
}
