package dev.membrane.internal.retrieve;

import dev.membrane.spi.KeptRun;
import dev.membrane.spi.RunMatches;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

  private final Set<String> words;
  private final Map<String, Double> weights = new HashMap<>();
  private final double meanLength;

  /**
   * Compares with some runs.
   *
   * @param words those of the task
   * @param kept what was found for them
   * @param others runs that are not kept
   */
  RunComparison(Set<String> words, RunMatches kept, Collection<KeptRun> others) {
    this.words = words;
    Map<String, Integer> runsByWord = new HashMap<>();
    kept.matches().forEach(run -> add(run.counts().keySet(), runsByWord));
    others.forEach(run -> add(run.words().keySet(), runsByWord));
    long runs = kept.runs() + others.size();
    for (String word : words) {
      double with = runsByWord.getOrDefault(word, 0);
      weights.put(word, Math.sqrt(StrictMath.log(1 + (runs - with + 0.5) / (with + 0.5))));
    }
    long length = kept.totalLength() + others.stream().mapToLong(KeptRun::length).sum();
    meanLength = length == 0 ? 1 : (double) length / runs;
  }

  private static void add(Collection<String> words, Map<String, Integer> runsByWord) {
    words.forEach(word -> runsByWord.merge(word, 1, Integer::sum));
  }

  /**
   * How like a run is.
   *
   * @param counts how often the run has words, those of the task at least
   * @param length that of the run
   */
  double similarity(Map<String, Integer> counts, int length) {
    double norm = K1 * length / meanLength;
    // Added up in an order of words, so that it is the same to the last bit every time.
    return shared(counts.keySet()).stream()
        .mapToDouble(word -> weight(word) * part(counts.getOrDefault(word, 0), norm))
        .reduce(0, Double::sum);
  }

  private static double part(int count, double norm) {
    return (K1 + 1) * count / (count + norm);
  }

  /** The share of what the task says that a run covers; words that no run has are part of it. */
  double coverage(KeptRun run) {
    double all = mass(words);
    return all == 0 ? 0 : mass(run.words().keySet()) / all;
  }

  private double mass(Collection<String> some) {
    return shared(some).stream().mapToDouble(this::weight).reduce(0, Double::sum);
  }

  private List<String> shared(Collection<String> some) {
    return some.stream().filter(words::contains).sorted().toList();
  }

  private double weight(String word) {
    return weights.getOrDefault(word, 0.0);
  }
}
