package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.text.VaryingValues;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The words of successful runs, and which of them tell one procedure from the others. */
final class Vocabulary {

  private static final int MAX_WORDS = 200;

  /** A word that fewer than one run in so many has is a name, or a chance. */
  private static final int RARE = 5;

  /** The least runs that must have a word. */
  private static final int LEAST_RUNS = 2;

  /** The least standard errors above zero. A word is telling by chance once in ten times. */
  private static final double SIGNIFICANT = 1.28;

  private final Map<String, Integer> runsByTerm;
  private final int runs;

  Vocabulary(List<GeneralizationLesson> all) {
    List<GeneralizationLesson> successes =
        all.stream().filter(lesson -> lesson.run().isSuccess()).toList();
    this.runsByTerm = counts(successes);
    this.runs = successes.size();
  }

  private static Map<String, Integer> counts(List<GeneralizationLesson> runs) {
    Map<String, Integer> counts = new HashMap<>();
    runs.forEach(
        run -> run.asked().words().keySet().forEach(term -> counts.merge(term, 1, Integer::sum)));
    return counts;
  }

  /**
   * The words that are typical for some of the runs and not for the others. A word counts as
   * typical if the logarithm of its odds ratio is more than {@value #SIGNIFICANT} of its standard
   * errors (B. Woolf, 1955) above zero. As usual, 0.5 is added to each count (J. B. S. Haldane,
   * 1956). If there are no other runs, all words are typical.
   *
   * @param varying the values that the runs have for an argument, each its own
   * @return the most frequent first
   */
  List<String> tellingOf(List<GeneralizationLesson> some, VaryingValues varying) {
    Map<String, Integer> inside = counts(some);
    List<String> terms = new ArrayList<>();
    inside.forEach(
        (term, with) -> {
          int outside = runsByTerm.getOrDefault(term, with) - with;
          boolean isCommon = with >= LEAST_RUNS && with * RARE >= some.size();
          if (isCommon
              && isTelling(with, some.size() - with, outside, runs - some.size() - outside)) {
            terms.add(term);
          }
        });
    Comparator<String> order = Comparator.comparingInt(term -> -inside.getOrDefault(term, 0));
    return terms.stream()
        .sorted(order.thenComparing(Comparator.naturalOrder()))
        .limit(MAX_WORDS)
        .map(term -> wordOf(term, some))
        .filter(word -> !varying.has(word))
        .toList();
  }

  private static boolean isTelling(int with, int without, int otherWith, int otherWithout) {
    if (otherWith + otherWithout == 0) {
      return true;
    }
    double a = with + 0.5;
    double b = without + 0.5;
    double c = otherWith + 0.5;
    double d = otherWithout + 0.5;
    double logOdds = StrictMath.log(a * d / (b * c));
    return logOdds > SIGNIFICANT * Math.sqrt(1 / a + 1 / b + 1 / c + 1 / d);
  }

  /** The most frequent form of a term. */
  private static String wordOf(String term, List<GeneralizationLesson> runs) {
    Map<String, Integer> forms = new TreeMap<>();
    runs.stream()
        .flatMap(run -> Stream.ofNullable(run.asked().words().get(term)))
        .forEach(form -> forms.merge(form, 1, Integer::sum));
    return forms.entrySet().stream()
        .max(
            Map.Entry.<String, Integer>comparingByValue()
                .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
        .map(Map.Entry::getKey)
        .orElse(term);
  }
}
