package dev.membrane.internal.retrieve;

import dev.membrane.spi.KeptRun;
import dev.membrane.spi.RunMatches;
import dev.membrane.spi.RunMatches.Match;
import java.util.Collection;
import java.util.List;

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

  private final List<String> words;
  private final double[] weights;
  private final double meanLength;

  /**
   * Compares with some runs.
   *
   * @param words those of the task, each once; sums are taken in their order
   * @param kept what was found for them
   * @param others runs that are not kept
   */
  RunComparison(List<String> words, RunMatches kept, Collection<KeptRun> others) {
    this.words = words;
    int[] runsByWord = new int[words.size()];
    kept.matches().forEach(run -> add(run, runsByWord));
    others.forEach(run -> add(match(run), runsByWord));
    long runs = kept.runs() + others.size();
    weights = new double[runsByWord.length];
    for (int word = 0; word < weights.length; word++) {
      double with = runsByWord[word];
      weights[word] = Math.sqrt(StrictMath.log(1 + (runs - with + 0.5) / (with + 0.5)));
    }
    long length = kept.totalLength() + others.stream().mapToLong(KeptRun::length).sum();
    meanLength = length == 0 ? 1 : (double) length / runs;
  }

  private static void add(Match run, int[] runsByWord) {
    for (int word = 0; word < runsByWord.length; word++) {
      if (run.count(word) > 0) {
        runsByWord[word]++;
      }
    }
  }

  /** What a run has of the words of the task, as if it had been searched for. */
  private Match match(KeptRun run) {
    int[] counts = words.stream().mapToInt(word -> run.words().getOrDefault(word, 0)).toArray();
    return new Match(0, run.length(), counts);
  }

  /** How like a run is. */
  double similarity(KeptRun run) {
    return similarity(match(run));
  }

  /** How like a run is. */
  double similarity(Match run) {
    double norm = K1 * run.length() / meanLength;
    double sum = 0;
    for (int word = 0; word < weights.length; word++) {
      int count = run.count(word);
      if (count > 0) {
        sum += weights[word] * ((K1 + 1) * count / (count + norm));
      }
    }
    return sum;
  }

  /** The share of what the task says that a run covers; words that no run has are part of it. */
  double coverage(KeptRun run) {
    double all = 0;
    double covered = 0;
    for (int word = 0; word < weights.length; word++) {
      all += weights[word];
      covered += run.words().containsKey(words.get(word)) ? weights[word] : 0;
    }
    return all == 0 ? 0 : covered / all;
  }
}
