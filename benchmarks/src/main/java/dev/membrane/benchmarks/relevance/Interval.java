package dev.membrane.benchmarks.relevance;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A mean, and where 95 % of the means lie that other questions of the same kind would have given:
 * the percentile bootstrap.
 */
public record Interval(double mean, double low, double high) {

  private static final int RESAMPLES = 1_000;
  private static final double TAIL = 0.025;

  /**
   * The interval of some values.
   *
   * @param values one for each question, at least one
   * @param seed the same seed draws the same questions
   */
  public static Interval of(double[] values, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] means = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      double sum = 0;
      for (int drawn = 0; drawn < values.length; drawn++) {
        sum += values[random.nextInt(values.length)];
      }
      means[i] = sum / values.length;
    }
    Arrays.sort(means);
    int below = (int) (TAIL * RESAMPLES);
    double mean = Arrays.stream(values).average().orElseThrow();
    return new Interval(mean, means[below], means[RESAMPLES - 1 - below]);
  }

  /** The three figures, rounded to four places. */
  public Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("mean", rounded(mean));
    members.put("low", rounded(low));
    members.put("high", rounded(high));
    return members;
  }

  private static double rounded(double value) {
    return Math.round(value * 10_000) / 10_000.0;
  }
}
