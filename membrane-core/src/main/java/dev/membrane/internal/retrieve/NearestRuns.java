package dev.membrane.internal.retrieve;

import dev.membrane.spi.commit.Changeset.KeptRun;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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
    Map<String, Integer> calls = new HashMap<>();
    tools.forEach(tool -> calls.merge(tool, 1, Integer::sum));
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
    int calls = 0;
    int tools = 0;
    for (Map.Entry<String, Integer> call : one.entrySet()) {
      int others = Objects.requireNonNullElse(other.get(call.getKey()), 0);
      calls += Math.min(call.getValue(), others);
      tools += Math.min(1, others);
    }
    double overCalls = dice(calls, size(one) + size(other));
    return (overCalls + dice(tools, one.size() + other.size())) / 2;
  }

  private static double dice(int common, int sizes) {
    return sizes == 0 ? 0 : 2.0 * common / sizes;
  }

  private static int size(Map<String, Integer> calls) {
    return calls.values().stream().mapToInt(Integer::intValue).sum();
  }
}
