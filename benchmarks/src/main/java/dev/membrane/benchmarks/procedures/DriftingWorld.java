package dev.membrane.benchmarks.procedures;

import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;

/**
 * Procedures that succeed at rates which nobody tells: each is drawn evenly from 0 to 1, and drawn
 * anew from time to time. The same seed makes the same world, whatever is chosen. Not thread-safe.
 */
final class DriftingWorld {

  /** After how many tasks, on average, the rate of a procedure is drawn anew. */
  static final int STAYS = 500;

  private final SplittableRandom random;
  private final double[] rates;

  DriftingWorld(int procedures, long seed) {
    random = new SplittableRandom(seed);
    rates = random.doubles(procedures).toArray();
  }

  /**
   * A task, which one of the procedures is chosen for.
   *
   * @param rates how likely each is to succeed, 0 to 1
   * @param luck a procedure succeeds if its rate is above it
   */
  record Task(List<Double> rates, double luck) {

    boolean succeeds(int procedure) {
      return luck < rates.get(procedure);
    }

    /** How much likelier the best was to succeed. */
    double regret(int procedure) {
      return Collections.max(rates) - rates.get(procedure);
    }
  }

  Task next() {
    for (int i = 0; i < rates.length; i++) {
      if (random.nextInt(STAYS) == 0) {
        rates[i] = random.nextDouble();
      }
    }
    return new Task(DoubleStream.of(rates).boxed().toList(), random.nextDouble());
  }
}
