package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.text.Masks;
import dev.membrane.internal.text.TextAnalyzer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The words with which something was asked for, without those that belong only to the single case.
 *
 * @param words a word for each of the first {@value #MOST} terms
 * @param counts how often each of these terms occurs
 */
record AskedWords(Map<String, String> words, Map<String, Integer> counts) {

  /** How many different terms are kept. */
  static final int MOST = 200;

  static final AskedWords NONE = new AskedWords(Map.of(), Map.of());

  private static final TextAnalyzer ANALYZER = new TextAnalyzer();

  /** Copies the maps in their order. */
  AskedWords {
    words = Collections.unmodifiableMap(new LinkedHashMap<>(words));
    counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
  }

  /**
   * The words of a text.
   *
   * @param names the words that are known to be names
   */
  static AskedWords of(String text, Set<String> names) {
    String common = Masks.blanked(text, names);
    Map<String, String> words = new LinkedHashMap<>();
    ANALYZER.words(common).entrySet().stream()
        .limit(MOST)
        .forEach(word -> words.put(word.getKey(), word.getValue()));
    Map<String, Integer> counts = new LinkedHashMap<>();
    ANALYZER.terms(common).stream()
        .filter(words::containsKey)
        .forEach(term -> counts.merge(term, 1, Integer::sum));
    return new AskedWords(words, counts);
  }
}
