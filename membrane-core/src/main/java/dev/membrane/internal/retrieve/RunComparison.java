package dev.membrane.internal.retrieve;

import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.search.RunMatches;
import dev.membrane.spi.search.RunMatches.Match;
import dev.membrane.spi.search.RunMatches.Occurrences;
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
    long runs = kept.runs() + others.size();
    weights = new double[words.size()];
    for (int word = 0; word < weights.length; word++) {
      double with = kept.words().get(word).size() + having(words.get(word), others);
      weights[word] = Math.sqrt(Bm25.idf((double) runs, with));
    }
    long length = kept.totalLength() + others.stream().mapToLong(KeptRun::length).sum();
    meanLength = length == 0 ? 1 : (double) length / runs;
  }

  private static long having(String word, Collection<KeptRun> runs) {
    return runs.stream().filter(run -> run.words().containsKey(word)).count();
  }

  /** How like each of the runs found is, in their order. */
  double[] similarities(RunMatches kept) {
    double[] norms =
        kept.matches().stream().mapToInt(Match::length).mapToDouble(this::norm).toArray();
    double[] sums = new double[norms.length];
    for (int word = 0; word < weights.length; word++) {
      Occurrences runs = kept.words().get(word);
      for (int i = 0; i < runs.size(); i++) {
        int run = runs.match(i);
        sums[run] += part(word, runs.count(i), norms[run]);
      }
    }
    return sums;
  }

  /** How like a run is. */
  double similarity(KeptRun run) {
    double norm = norm(run.length());
    double sum = 0;
    for (int word = 0; word < weights.length; word++) {
      Integer count = run.words().get(words.get(word));
      if (count != null) {
        sum += part(word, count, norm);
      }
    }
    return sum;
  }

  private double norm(int length) {
    return Bm25.K1 * length / meanLength;
  }

  /** What a word adds to the similarity of a run that has it so often. */
  private double part(int word, int count, double norm) {
    return weights[word] * Bm25.saturated(count, norm);
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
