package dev.membrane.internal.view;

import java.util.OptionalInt;
import java.util.function.IntPredicate;

/** Finds the greatest length that fits, where whatever is shorter fits as well. */
final class Longest {

  private Longest() {}

  /** The greatest from a least to a most; empty: not even the least fits. */
  static OptionalInt from(int least, int most, IntPredicate fits) {
    if (!fits.test(least)) {
      return OptionalInt.empty();
    }
    int fitting = least;
    int tooLong = most + 1;
    while (tooLong - fitting > 1) {
      int middle = (fitting + tooLong) >>> 1;
      if (fits.test(middle)) {
        fitting = middle;
      } else {
        tooLong = middle;
      }
    }
    return OptionalInt.of(fitting);
  }
}
