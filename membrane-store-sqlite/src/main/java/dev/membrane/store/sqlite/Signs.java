package dev.membrane.store.sqlite;

import dev.membrane.spi.Vector;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The signs of the numbers of vectors, a bit each: the more of them two vectors have in common, the
 * smaller, nearly always, is the angle between them (Charikar, 2002). A bit is a sixteenth of a
 * number, so that all of them fit into memory. Entries are only added; what was found has to be
 * looked up, and may have moved or gone. Safe for use by many threads.
 */
final class Signs {

  private static final int HEAD = 2;

  private final int dimensions;
  private final int stride;
  private volatile Entries entries;

  /** Each is a rid, a space and the signs. What lies behind the last is of no entry yet. */
  private static final class Entries {
    private final long[] data;
    private final int length;

    Entries(long[] data, int length) {
      this.data = data;
      this.length = length;
    }
  }

  Signs(int dimensions) {
    this.dimensions = dimensions;
    this.stride = HEAD + words(dimensions);
    this.entries = new Entries(new long[64 * stride], 0);
  }

  private static int words(int dimensions) {
    return (dimensions + Long.SIZE - 1) / Long.SIZE;
  }

  int dimensions() {
    return dimensions;
  }

  synchronized void add(long rid, long space, Vector vector) {
    Entries before = entries;
    int end = before.length + stride;
    long[] data = before.data;
    if (end > data.length) {
      data = Arrays.copyOf(data, Math.max(end, data.length + data.length / 2));
    }
    data[before.length] = rid;
    data[before.length + 1] = space;
    vector.signs(data, before.length + HEAD);
    entries = new Entries(data, end);
  }

  /** The rids, each once, of about as many entries of some spaces as are wanted, the most alike. */
  Set<Long> mostAlike(Vector vector, BitSet spaces, int count) {
    Entries all = entries;
    long[] asked = new long[stride - HEAD];
    vector.signs(asked, 0);
    int[] entriesByDifference = new int[dimensions + 1];
    short[] differences = new short[all.length / stride];
    for (int i = 0; i < differences.length; i++) {
      int at = i * stride;
      differences[i] =
          spaces.get((int) all.data[at + 1]) ? difference(all.data, at + HEAD, asked) : -1;
      if (differences[i] >= 0) {
        entriesByDifference[differences[i]]++;
      }
    }
    return rids(all, differences, limit(entriesByDifference, count), count);
  }

  private static short difference(long[] data, int at, long[] asked) {
    int different = 0;
    for (int i = 0; i < asked.length; i++) {
      different += Long.bitCount(data[at + i] ^ asked[i]);
    }
    return (short) different;
  }

  /** The difference up to which there are as many entries as are wanted. */
  private static int limit(int[] entriesByDifference, int count) {
    int limit = 0;
    int entries = entriesByDifference[0];
    while (entries < count && limit < entriesByDifference.length - 1) {
      limit++;
      entries += entriesByDifference[limit];
    }
    return limit;
  }

  private Set<Long> rids(Entries all, short[] differences, int limit, int count) {
    Set<Long> rids = new LinkedHashSet<>();
    for (int i = 0; i < differences.length; i++) {
      boolean isBelow = differences[i] >= 0 && differences[i] < limit;
      if (isBelow || (differences[i] == limit && rids.size() < count)) {
        rids.add(all.data[i * stride]);
      }
    }
    return rids;
  }
}
