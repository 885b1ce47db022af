package dev.membrane.testing;

import java.util.List;
import java.util.Random;

/** Draws one of several. */
final class Chance {

  private Chance() {}

  static <T> T oneOf(Random random, List<T> several) {
    return several.get(random.nextInt(several.size()));
  }

  static <T> T oneOf(Random random, T[] several) {
    return oneOf(random, List.of(several));
  }
}
