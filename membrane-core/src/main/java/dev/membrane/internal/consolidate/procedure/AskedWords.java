package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.text.Masks;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.internal.text.VaryingValues;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The words with which something was asked for, without ids, numbers and the like.
 *
 * @param words a word for each of the first {@value #MAX} terms that are no names; what many read
 *     is made of them
 * @param counts how often each of the first {@value #MAX} terms occurs, names among them that do
 *     not belong to the case; the run is found by them
 */
record AskedWords(Map<String, String> words, Map<String, Integer> counts) {

  /** How many different terms are kept. */
  static final int MAX = 200;

  static final AskedWords NONE = new AskedWords(Map.of(), Map.of());

  private static final TextAnalyzer ANALYZER = new TextAnalyzer();

  /** Copies the maps in their order. */
  AskedWords {
    words = Collections.unmodifiableMap(new LinkedHashMap<>(words));
    counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
  }

  /** Whether a text says what it is about, besides a greeting and what was masked in it. */
  static boolean haveTopic(String masked) {
    return !ANALYZER.topicTerms(Masks.withoutMasks(masked)).isEmpty();
  }

  /**
   * The words of a text.
   *
   * @param names the words that are known to be names
   * @param cases the values that are known to belong to this case
   */
  static AskedWords of(String text, Set<String> names, VaryingValues cases) {
    Map<String, String> words = new LinkedHashMap<>();
    ANALYZER.words(Masks.blanked(text, names)).entrySet().stream()
        .limit(MAX)
        .forEach(word -> words.put(word.getKey(), word.getValue()));
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (String term : ANALYZER.terms(Masks.withoutIds(cases.blankedIn(text)))) {
      if (counts.size() < MAX || counts.containsKey(term)) {
        counts.merge(term, 1, Integer::sum);
      }
    }
    return new AskedWords(words, counts);
  }
}
