package dev.membrane.tck;

import java.util.Random;
import org.junit.jupiter.api.TestInfo;

/** Where random tests get their randomness from: new in every run, and repeatable on demand. */
public final class Seed {

  private static final String PROPERTY = "membrane.tck.seed";

  private Seed() {}

  /** Randomness for a test, whose seed is printed. */
  public static Random of(TestInfo test) {
    long seed = Long.getLong(PROPERTY, System.nanoTime());
    System.out.println("%s: repeat with -D%s=%d".formatted(test.getDisplayName(), PROPERTY, seed));
    return new Random(seed);
  }
}
