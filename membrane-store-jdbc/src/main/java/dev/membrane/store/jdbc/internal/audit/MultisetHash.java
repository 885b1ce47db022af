package dev.membrane.store.jdbc.internal.audit;

import java.security.SecureRandom;

/**
 * The sum of the hashes of many short texts. It compares two collections that are too large for
 * memory and come in different orders. The hash has a new random key each time, so that nobody can
 * prepare two different collections with the same sum. Not thread-safe.
 */
final class MultisetHash {

  /** A prime, 2^61 - 1. */
  private static final long PRIME = (1L << 61) - 1;

  private final long base;
  private final long mask;
  private long sum;

  MultisetHash() {
    SecureRandom random = new SecureRandom();
    base = (random.nextLong() >>> 4) + 65_536;
    mask = random.nextLong();
  }

  /** Adds a text some times; a negative number takes it away. */
  void add(String text, long times) {
    sum += times * hash(text);
  }

  /** Whether all that was added was taken away. */
  boolean isEmpty() {
    return sum == 0;
  }

  /** A polynomial of the characters, scattered over all 64 bits; odd, so that it divides none. */
  private long hash(String text) {
    long hash = text.length() + 1L;
    for (int i = 0; i < text.length(); i++) {
      hash = times(hash, base) + text.charAt(i) + 1;
    }
    return scattered(hash ^ mask) | 1;
  }

  private static long times(long one, long other) {
    long high = Math.multiplyHigh(one, other);
    long low = one * other;
    long folded = (low & PRIME) + ((low >>> 61) | (high << 3));
    return folded >= PRIME ? folded - PRIME : folded;
  }

  private static long scattered(long bits) {
    long mixed = (bits ^ (bits >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }
}
