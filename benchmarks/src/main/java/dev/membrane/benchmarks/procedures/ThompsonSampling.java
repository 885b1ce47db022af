package dev.membrane.benchmarks.procedures;

import java.util.SplittableRandom;

/**
 * Draws a rate for each procedure from what its outcomes make likely, and takes the highest (W. R.
 * Thompson, 1933). It starts from Beta(1, 1) and takes all outcomes for equally telling.
 */
final class ThompsonSampling implements Chooser {

  private final int[] successes;
  private final int[] failures;
  private final SplittableRandom random;

  ThompsonSampling(int procedures, long seed) {
    successes = new int[procedures];
    failures = new int[procedures];
    random = new SplittableRandom(seed);
  }

  @Override
  public int choose() {
    int best = 0;
    double most = -1;
    for (int i = 0; i < successes.length; i++) {
      double wins = gamma(1 + successes[i]);
      double rate = wins / (wins + gamma(1 + failures[i]));
      if (rate > most) {
        most = rate;
        best = i;
      }
    }
    return best;
  }

  @Override
  public void report(int procedure, boolean isSuccess) {
    (isSuccess ? successes : failures)[procedure]++;
  }

  /** Of a whole shape of 1 or more (G. Marsaglia and W. W. Tsang, 2000). */
  private double gamma(int shape) {
    double d = shape - 1 / 3.0;
    double c = 1 / Math.sqrt(9 * d);
    while (true) {
      double x = random.nextGaussian();
      double v = Math.pow(1 + c * x, 3);
      double u = random.nextDouble();
      if (v > 0 && Math.log(u) < x * x / 2 + d - d * v + d * Math.log(v)) {
        return d * v;
      }
    }
  }
}
