package dev.membrane.testing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Random choices. */
record RandomChoices(Random random) {

  static RandomChoices of(long seed) {
    return new RandomChoices(new Random(seed));
  }

  boolean oneIn(int chances) {
    return random.nextInt(chances) == 0;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  double share() {
    return random.nextDouble();
  }

  @SafeVarargs
  final <T> T of(T... values) {
    return values[random.nextInt(values.length)];
  }

  <T> T of(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  <T> @Nullable T rarely(int chances, Supplier<T> value) {
    return oneIn(chances) ? value.get() : null;
  }

  <T> List<T> shuffled(List<T> values) {
    List<T> shuffled = new ArrayList<>(values);
    Collections.shuffle(shuffled, random);
    return shuffled;
  }
}
