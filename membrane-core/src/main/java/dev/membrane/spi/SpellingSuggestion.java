package dev.membrane.spi;

import java.util.Collection;
import java.util.Comparator;

/** Finds the word that a mistyped one most likely stands for. */
final class SpellingSuggestion {

  private SpellingSuggestion() {}

  /**
   * Asks for the nearest word by Levenshtein distance, after a comma; empty if none is within a
   * third of the length, rounded.
   *
   * @param prefix what all words begin with; its length does not count
   */
  static String question(String prefix, String word, Collection<String> candidates) {
    int nearest = Math.round((word.length() - prefix.length()) / 3f);
    return candidates.stream()
        .filter(candidate -> distance(word, candidate) <= nearest)
        .min(Comparator.comparingInt(candidate -> distance(word, candidate)))
        .map(near -> ", did you mean " + near + "?")
        .orElse("");
  }

  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
