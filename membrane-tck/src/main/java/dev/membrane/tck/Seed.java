package dev.membrane.tck;

import java.util.Random;
import org.junit.jupiter.api.TestInfo;

/** Where random tests get their randomness from: new in every run, and repeatable on demand. */
final class Seed {

  static final String PROPERTY = "membrane.tck.seed";

  private Seed() {}

  static Random of(TestInfo test) {
    long seed = Long.getLong(PROPERTY, System.nanoTime());
    System.out.println("%s: repeat with -D%s=%d".formatted(test.getDisplayName(), PROPERTY, seed));
    return new Random(seed);
  }
}
