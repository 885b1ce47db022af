package dev.membrane.internal.retrieve;

import dev.membrane.spi.KeptRun;
import dev.membrane.spi.RunMatches;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * How similar the words of past runs are to those of a task: BM25 with k1 = 1.2, b = 1 and the
 * square root of the idf, so that names and rare words do not dominate.
 *
 * <pre>
 *   weight(t) = sqrt(ln(1 + (N - df + 0.5) / (df + 0.5)))
 *   sim(r)    = sum of weight(t) * 2.2 * count / (count + 1.2 * length / mean length)
 * </pre>
 *
 * <p>N, df and the mean length are over the kept runs that the caller sees in full, at most {@value
 * #LATEST} of them, and over the procedures found that no run stands behind.
 */
final class RunComparison {

  /** How many kept runs are looked at. */
  static final int LATEST = 4_096;

  private static final double K1 = 1.2;

  private final Map<String, Integer> places = new HashMap<>();
  private final double[] weights;
  private final double meanLength;

  /**
   * Compares with some runs.
   *
   * @param words those of the task
   * @param kept what was found for them
   * @param others runs that are not kept
   */
  RunComparison(Collection<String> words, RunMatches kept, Collection<KeptRun> others) {
    // Added up in an order of words, so that it is the same to the last bit every time.
    words.stream().distinct().sorted().forEach(word -> places.put(word, places.size()));
    int[] runsByWord = new int[places.size()];
    kept.matches().forEach(run -> add(run.counts().keySet(), runsByWord));
    others.forEach(run -> add(run.words().keySet(), runsByWord));
    long runs = kept.runs() + others.size();
    weights = new double[places.size()];
    for (int place = 0; place < weights.length; place++) {
      double with = runsByWord[place];
      weights[place] = Math.sqrt(StrictMath.log(1 + (runs - with + 0.5) / (with + 0.5)));
    }
    long length = kept.totalLength() + others.stream().mapToLong(KeptRun::length).sum();
    meanLength = length == 0 ? 1 : (double) length / runs;
  }

  private void add(Collection<String> words, int[] runsByWord) {
    for (String word : words) {
      Integer place = places.get(word);
      if (place != null) {
        runsByWord[place]++;
      }
    }
  }

  /**
   * How like a run is.
   *
   * @param counts how often the run has words, those of the task at least
   * @param length that of the run
   */
  double similarity(Map<String, Integer> counts, int length) {
    double norm = K1 * length / meanLength;
    double sum = 0;
    int[] shared = shared(counts);
    for (int place = 0; place < shared.length; place++) {
      if (shared[place] > 0) {
        sum += weights[place] * part(shared[place], norm);
      }
    }
    return sum;
  }

  private static double part(int count, double norm) {
    return (K1 + 1) * count / (count + norm);
  }

  /** The share of what the task says that a run covers; words that no run has are part of it. */
  double coverage(KeptRun run) {
    double all = Arrays.stream(weights).reduce(0, Double::sum);
    double covered = 0;
    int[] shared = shared(run.words());
    for (int place = 0; place < shared.length; place++) {
      covered += shared[place] > 0 ? weights[place] : 0;
    }
    return all == 0 ? 0 : covered / all;
  }

  /** How often each word of the task is among some, by its place. */
  private int[] shared(Map<String, Integer> counts) {
    int[] shared = new int[weights.length];
    for (Map.Entry<String, Integer> each : counts.entrySet()) {
      Integer place = places.get(each.getKey());
      if (place != null) {
        shared[place] = each.getValue();
      }
    }
    return shared;
  }
}
