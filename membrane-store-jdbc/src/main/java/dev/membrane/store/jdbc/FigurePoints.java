package dev.membrane.store.jdbc;

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
final class FigurePoints {

  private static final int SEVEN_BITS = 7;
  private static final int MORE = 0x80;

  private FigurePoints() {}

  static byte[] write(SortedMap<FigurePoint, Long> points) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    long at = 0;
    long value = 0;
    for (Map.Entry<FigurePoint, Long> each : points.entrySet()) {
      FigurePoint point = each.getKey();
      long next = Double.doubleToLongBits(point.value());
      boolean isOther = next != value;
      write(bytes, signedFirst(each.getValue()) << 1 | (isOther ? 1 : 0));
      write(bytes, signedFirst(point.at() - at));
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
  static SortedMap<FigurePoint, Long> read(FigureSeries series, byte[] bytes) {
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
        at += signed(readNumber(in));
        if ((head & 1) == 1) {
          value = in.getLong();
        }
        look.at(Double.longBitsToDouble(value), at, signed(head >>> 1));
      }
    } catch (BufferUnderflowException cut) {
      throw new IllegalArgumentException("the points of a series end too early", cut);
    }
  }

  /** Small numbers below zero become small ones, too. */
  private static long signedFirst(long number) {
    return number << 1 ^ number >> 63;
  }

  private static long signed(long number) {
    return number >>> 1 ^ -(number & 1);
  }

  private static void write(ByteArrayOutputStream bytes, long number) {
    long rest = number;
    while ((rest & -MORE) != 0) {
      bytes.write((int) (rest & MORE - 1) | MORE);
      rest >>>= SEVEN_BITS;
    }
    bytes.write((int) rest);
  }

  private static long readNumber(ByteBuffer in) {
    long number = 0;
    int shift = 0;
    byte next = in.get();
    while (next < 0) {
      number |= (long) (next & MORE - 1) << shift;
      shift += SEVEN_BITS;
      next = in.get();
    }
    return number | (long) next << shift;
  }
}
