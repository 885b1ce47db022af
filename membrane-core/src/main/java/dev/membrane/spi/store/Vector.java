package dev.membrane.spi.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ShortBuffer;
import java.util.Arrays;

/**
 * The vector of a text, normalised to length 1, with each number rounded to a multiple of 1/{@value
 * #ONE}. Whole numbers take half the room of floating-point ones, and their sums do not depend on
 * the order. Immutable.
 */
public final class Vector {

  private static final int ONE = Short.MAX_VALUE;

  private final short[] units;

  private Vector(short[] units) {
    this.units = units;
  }

  /**
   * The normalised vector of some numbers.
   *
   * @throws IllegalArgumentException if there are none, one of them is not finite, or all are zero
   */
  public static Vector of(float[] numbers) {
    double length = Math.sqrt(squares(numbers));
    if (!Double.isFinite(length) || length == 0) {
      throw new IllegalArgumentException("a vector needs finite numbers that are not all zero");
    }
    short[] units = new short[numbers.length];
    for (int i = 0; i < units.length; i++) {
      units[i] = (short) Math.round(numbers[i] / length * ONE);
    }
    return new Vector(units);
  }

  /** The vector that was written by {@link #toBytes}. */
  public static Vector fromBytes(byte[] bytes) {
    ShortBuffer numbers = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asShortBuffer();
    short[] units = new short[numbers.remaining()];
    numbers.get(units);
    return new Vector(units);
  }

  private static double squares(float[] numbers) {
    double sum = 0;
    for (float number : numbers) {
      sum += (double) number * number;
    }
    return sum;
  }

  /** The number of its dimensions. */
  public int dimensions() {
    return units.length;
  }

  /**
   * The cosine of the angle to another vector, -1 to 1 but for rounding. The same two vectors give
   * the same number to the last bit, in every store.
   *
   * @throws IllegalArgumentException if the dimensions differ
   */
  public double cosine(Vector other) {
    if (units.length != other.units.length) {
      throw new IllegalArgumentException(units.length + " dimensions and " + other.units.length);
    }
    int product = 0;
    for (int i = 0; i < units.length; i++) {
      // No sum of products of two vectors of length 1 is larger than 1, which fits an int twice.
      product += units[i] * other.units[i];
    }
    return product / ((double) ONE * ONE);
  }

  /**
   * Writes the sign of each number as a bit, 64 of them a long, set where a number is not negative.
   *
   * @param into the bits that are not needed become 0
   * @param at where the first long goes
   */
  public void signs(long[] into, int at) {
    Arrays.fill(into, at, at + (units.length + Long.SIZE - 1) / Long.SIZE, 0);
    for (int i = 0; i < units.length; i++) {
      if (units[i] >= 0) {
        into[at + i / Long.SIZE] |= 1L << i;
      }
    }
  }

  /** Its numbers, two bytes each, the lower one first. */
  public byte[] toBytes() {
    ByteBuffer bytes = ByteBuffer.allocate(2 * units.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asShortBuffer().put(units);
    return bytes.array();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Vector vector && Arrays.equals(units, vector.units);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(units);
  }

  @Override
  public String toString() {
    return "a vector of " + units.length + " dimensions";
  }
}
