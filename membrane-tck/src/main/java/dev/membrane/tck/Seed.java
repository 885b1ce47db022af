package dev.membrane.tck;

import java.util.Random;
import org.junit.jupiter.api.TestInfo;

/**
 * Where random tests get their randomness from: the same for a test in every build, so that a build
 * fails for what was changed. {@code -Dmembrane.seed=random} takes another each time, and {@code
 * -Dmembrane.seed=<seed>} repeats a run.
 */
public final class Seed {

  private static final String PROPERTY = "membrane.seed";
  private static final String ANOTHER = "random";

  private Seed() {}

  /** Randomness for a test, whose seed is printed. */
  public static Random of(TestInfo test) {
    return new Random(number(test));
  }

  /** The seed of a test, which is printed. */
  public static long number(TestInfo test) {
    String name =
        test.getTestClass().map(Class::getSimpleName).orElse("") + "." + test.getDisplayName();
    long seed = number(name);
    System.out.println("%s: repeat with -D%s=%s".formatted(name, PROPERTY, seed));
    return seed;
  }

  private static long number(String name) {
    String given = System.getProperty(PROPERTY, "");
    if (given.isEmpty()) {
      return name.hashCode();
    }
    return given.equals(ANOTHER) ? System.nanoTime() : Long.parseLong(given);
  }
}
