package dev.membrane.store.jdbc.internal.row;

import java.io.ByteArrayOutputStream;

/**
 * Numbers in as many bytes as they need, seven bits in each, the lower ones first. Every byte but
 * the last is negative.
 */
public final class Varint {

  /** How many bits of a number a byte has. */
  public static final int BITS = 7;

  /** Says that there are more; the bits below it are of the number. */
  public static final int MORE = 1 << BITS;

  private Varint() {}

  /** Writes a number, which counts as one without a sign. */
  public static void write(ByteArrayOutputStream out, long number) {
    long rest = number;
    while (rest >>> BITS != 0) {
      out.write((int) (rest & MORE - 1) | MORE);
      rest >>>= BITS;
    }
    out.write((int) rest);
  }

  /** A number with its sign as the lowest bit, so that small ones below zero stay small. */
  public static long signedFirst(long number) {
    return number << 1 ^ number >> 63;
  }

  /** The number of {@link #signedFirst}. */
  public static long signed(long number) {
    return number >>> 1 ^ -(number & 1);
  }
}
