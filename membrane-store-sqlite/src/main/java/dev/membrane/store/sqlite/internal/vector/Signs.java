package dev.membrane.store.sqlite.internal.vector;

import dev.membrane.spi.store.Vector;
import java.util.Arrays;

/**
 * The signs of the numbers of vectors, one bit each. The more of them two vectors share, the
 * smaller is nearly always the angle between them (Charikar, 2002). A bit takes a sixteenth of a
 * number, so very many fit into memory. Entries are only added, so a record that is found must be
 * looked up: it may have moved or gone. Safe for use by many threads.
 */
public final class Signs {

  private final int stride;
  private volatile Entries entries;

  /** Signs of a number of dimensions, none yet. */
  Signs(int dimensions) {
    stride = 1 + words(dimensions);
    entries = new Entries(new long[0], 0, stride);
  }

  private static int words(int dimensions) {
    return (dimensions + Long.SIZE - 1) / Long.SIZE;
  }

  /**
   * Adds an entry.
   *
   * @return the bytes by which these have grown
   */
  synchronized long add(long rid, Vector vector) {
    Entries before = entries;
    int start = before.length;
    long[] data = before.data;
    if (start + stride > data.length) {
      data = Arrays.copyOf(data, data.length + Math.max(8 * stride, data.length / 2));
    }
    data[start] = rid;
    vector.signs(data, start + 1);
    entries = new Entries(data, start + stride, stride);
    return (long) Long.BYTES * (data.length - before.data.length);
  }

  /** The entries added so far. */
  Entries entries() {
    return entries;
  }

  /** Each is a rid and the signs. What lies behind the last is of no entry yet. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares entries
  record Entries(long[] data, int length, int stride) {

    int size() {
      return length / stride;
    }

    long rid(int entry) {
      return data[entry * stride];
    }

    /** The sum of the numbers of a question where the signs of an entry are positive. */
    int sum(int entry, BitPlanes question) {
      return question.sum(data, entry * stride + 1);
    }
  }
}
