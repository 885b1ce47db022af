package dev.membrane.testing;

import java.util.HexFormat;

/**
 * Ids that depend on the trial and the step alone, so that both worlds draw the same ones whatever
 * else happens in them. Not thread-safe.
 */
final class StepIds {

  private static final int MOST_PER_STEP = 1 << 12;

  private long seed;
  private int step;
  private int ids;

  /** The {@code n}th id that a step draws, counted from 0. */
  static String id(long seed, int step, int n) {
    HexFormat hex = HexFormat.of();
    String last = hex.toHexDigits((long) step * MOST_PER_STEP + n, 12);
    return hex.toHexDigits((int) seed) + "-0000-7000-8000-" + last;
  }

  void enter(long trial, int number) {
    seed = trial;
    step = number;
    ids = 0;
  }

  String nextId() {
    return id(seed, step, ids++);
  }

  /** The same for all that a step does: a sweep does more where more is hidden. */
  String nonce() {
    return "nonce " + step;
  }
}
