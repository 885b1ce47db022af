package dev.membrane.internal.retrieve;

import dev.membrane.internal.episode.ToolCounts;
import dev.membrane.spi.commit.Changeset.KeptRun;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The {@value #MAX} successful runs that are most similar to a task. The weight of each is the cube
 * of its similarity.
 *
 * @param runs the nearest first
 * @param coverage how much of the task the nearest covers, 0 to 1
 */
record NearestRuns(List<SimilarRun> runs, double coverage) {

  /** How many runs say what is to be called. */
  static final int MAX = 12;

  /** The most like, then the newest, then by id. */
  static final Comparator<SimilarRun> NEAREST_FIRST =
      Comparator.comparingDouble(SimilarRun::similarity)
          .reversed()
          .thenComparing(near -> near.run().at(), Comparator.reverseOrder())
          .thenComparing(near -> near.run().id());

  /** A run and how like the task it is. */
  record SimilarRun(KeptRun run, double similarity) {}

  boolean isEmpty() {
    return runs.isEmpty();
  }

  /**
   * How much of what similar runs called a procedure calls, 0 to 1: the mean over these runs, by
   * their weights, of the Dice coefficients (L. R. Dice, 1945) over the calls and over the
   * different tools.
   */
  double overlap(List<String> tools) {
    Map<String, Integer> calls = ToolCounts.of(tools);
    double most = runs.get(0).similarity();
    double sum = 0;
    double weights = 0;
    for (SimilarRun near : runs) {
      double share = near.similarity() / most;
      double weight = share * share * share;
      sum += weight * common(calls, near.run().tools());
      weights += weight;
    }
    return sum / weights;
  }

  private static double common(Map<String, Integer> one, Map<String, Integer> other) {
    return (ToolCounts.likenessOfCalls(one, other) + ToolCounts.likenessOfTools(one, other)) / 2;
  }
}
