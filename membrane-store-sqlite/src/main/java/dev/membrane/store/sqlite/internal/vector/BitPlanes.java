package dev.membrane.store.sqlite.internal.vector;

import dev.membrane.spi.store.Vector;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ShortBuffer;

/**
 * A vector that is compared with the signs of others. Its own numbers are kept, rounded to {@value
 * #PLANES} bits. The order is then much closer to that of the angles than with signs on both sides
 * (Gordo, Perronnin, Gong and Lazebnik, 2014). Bits of the same place are stored together, so that
 * a sum takes only a few bit counts. Immutable.
 */
final class BitPlanes {

  private static final int PLANES = 6;

  /** What is added to a number to make it positive. */
  private static final int OFFSET = 1 << (PLANES - 1);

  private final int words;
  private final long[] planes;

  BitPlanes(Vector vector) {
    ShortBuffer numbers =
        ByteBuffer.wrap(vector.toBytes()).order(ByteOrder.LITTLE_ENDIAN).asShortBuffer();
    words = (numbers.limit() + Long.SIZE - 1) / Long.SIZE;
    planes = new long[words * PLANES];
    double unit = largest(numbers) / (double) (OFFSET - 1);
    for (int i = 0; i < numbers.limit(); i++) {
      set(i, OFFSET + Math.round(numbers.get(i) / unit));
    }
  }

  private static int largest(ShortBuffer numbers) {
    int largest = 1;
    for (int i = 0; i < numbers.limit(); i++) {
      largest = Math.max(largest, Math.abs(numbers.get(i)));
    }
    return largest;
  }

  private void set(int dimension, long number) {
    int at = dimension / Long.SIZE * PLANES;
    for (int place = 0; place < PLANES; place++) {
      planes[at + place] |= (number >> place & 1) << dimension;
    }
  }

  /** No sum is larger than this, or smaller than its negative. */
  int bound() {
    return OFFSET * words * Long.SIZE;
  }

  /** The sum of the numbers where some signs, beginning at a place, are positive. */
  int sum(long[] signs, int at) {
    int sum = 0;
    for (int word = 0; word < words; word++) {
      long positive = signs[at + word];
      sum -= Long.bitCount(positive) * OFFSET;
      for (int place = 0; place < PLANES; place++) {
        sum += Long.bitCount(positive & planes[word * PLANES + place]) << place;
      }
    }
    return sum;
  }
}
